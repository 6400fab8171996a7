import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RecoveryCodesReply, SecondFactorState, TotpSetup } from '../../../api/secondFactor.ts'
import type { Access } from '../../access/access.ts'
import { tokenOf } from '../../access/resolveCaller.ts'
import { hasSecondFactor, isSecondFactorAsked } from '../../access/secondFactor.ts'
import { findUser } from '../../access/users.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'
import { requireTexts } from '../bodyFields.ts'
import { admitLogin, forgetLoginAttempts } from '../loginAttempts.ts'
import { attemptChallenge, createChallenge, redeemChallenge } from './challenges.ts'
import { openSeed, sealSeed } from './factorCodes.ts'
import { type FactorContext, setupExpired } from './factorContext.ts'
import { findFactorState, keepSeed, removeTotp } from './factors.ts'
import { hasPasskeys, pagesOrigin } from './passkeyContext.ts'
import { registerPasskeyRoutes } from './passkeyRoutes.ts'
import { findPasskeys } from './passkeys.ts'
import { askProof, requireProof } from './proof.ts'
import { replaceRecoveryCodes } from './recoveryCodes.ts'
import { tellFactorChange } from './tellFactorChange.ts'
import { stepOfCode, toBase32, totpAddress } from './totp.ts'
import { forgetTrustedDevices } from './trustedDevices.ts'

/** Calls by which somebody sets up, shows and removes their own second factor, all below users/segundo-fator. */
export function registerFactorRoutes(app: FastifyInstance, service: Service, access: Access): void {
  const q = service.database.system
  const who: FactorContext['who'] = async request => {
    const { userId } = await access.session(tokenOf(request))
    const user = await findUser(q, service.model(), userId)
    if (!user) throw new ApiError(401, 'unauthenticated')
    return user
  }
  const firstCodes: FactorContext['firstCodes'] = async (userId, had) => ({
    codigos: had ? [] : await replaceRecoveryCodes(q, userId),
  })
  const context: FactorContext = { service, access, who, firstCodes }

  app.get('/api/users/segundo-fator', async (request): Promise<SecondFactorState> => stateOf(context, request))

  app.post('/api/users/segundo-fator/provar', async request => askProof(service, request, (await who(request)).id))

  app.post('/api/users/segundo-fator/codigos', async (request): Promise<RecoveryCodesReply> => {
    const { id } = await who(request)
    await requireProof(service, request, id)
    if (!(await hasSecondFactor(q, id))) throw new ApiError(422, 'second-factor.none')
    return { codigos: await replaceRecoveryCodes(q, id) }
  })

  app.post('/api/users/segundo-fator/aparelhos/esquecer', async (request, reply) => {
    await forgetTrustedDevices(q, (await who(request)).id)
    return reply.code(204).send()
  })

  registerTotpRoutes(app, context)
  registerPasskeyRoutes(app, context)
}

const moment = (told: Date | string): string => new Date(told).toISOString()

async function stateOf({ service, access, who }: FactorContext, request: FastifyRequest): Promise<SecondFactorState> {
  const { id } = await who(request)
  const q = service.database.system
  const [{ totpSince, codes, devices }, passkeys, person] = await Promise.all([
    findFactorState(q, id),
    findPasskeys(q, id),
    access.person(id),
  ])
  const origin = pagesOrigin(request)
  return {
    totp: totpSince && moment(totpSince),
    codigos: codes,
    passkeys: passkeys.map(({ id: key, name, createdAt, usedAt }) => ({
      id: key,
      nome: name,
      criadaEm: moment(createdAt),
      usadaEm: usedAt && moment(usedAt),
    })),
    aparelhos: devices,
    exigido: isSecondFactorAsked(person, null),
    endereco: { origem: origin, passkeys: hasPasskeys(origin) },
  }
}

/** The authenticator app: its key is shown, and counts once a code of it was given. */
function registerTotpRoutes(app: FastifyInstance, { service, access, who, firstCodes }: FactorContext): void {
  const q = service.database.system
  const secrets = () => secretsOfInstallation(service.dataDir)

  app.post('/api/users/segundo-fator/totp', async (request): Promise<TotpSetup> => {
    const { id, email } = await who(request)
    await requireProof(service, request, id)
    const seed = randomBytes(20)
    const setup = await createChallenge(q, 'totp', { userId: id, content: sealSeed(secrets(), seed, 'setup') })
    // Quiet room around the code, as cameras need it on a dark page.
    const { toDataURL } = await import('qrcode')
    const qr = await toDataURL(totpAddress(seed, 'Retaguarda', email), { margin: 4, width: 264 })
    return { setup, chave: toBase32(seed), qr }
  })

  app.post('/api/users/segundo-fator/totp/confirmar', async (request): Promise<RecoveryCodesReply> => {
    const { id, email } = await who(request)
    const [token, code] = requireTexts(request, ['setup', 'code'])
    const attempt = { purpose: 'login', account: `factor setup ${id}`, address: request.ip } as const
    await admitLogin(service, attempt)
    const challenge = await attemptChallenge(q, 'totp', token)
    if (challenge?.userId !== id) throw setupExpired()
    const seed = openSeed(secrets(), challenge.content, 'setup')
    const step = stepOfCode(seed, code.replace(/\s/g, ''))
    if (step === undefined) throw new ApiError(422, 'second-factor.wrong', {}, [{ path: 'code', code: 'second-factor.wrong' }])
    const had = await hasSecondFactor(q, id)
    if (!(await redeemChallenge(q, token))) throw setupExpired()
    await forgetLoginAttempts(service, attempt)
    await keepSeed(q, id, sealSeed(secrets(), seed, 'kept'), step)
    const codes = await firstCodes(id, had)
    access.forget()
    await tellFactorChange(service, { id, email }, { letter: 'factor-added', factor: 'totp' })
    return codes
  })

  app.post('/api/users/segundo-fator/totp/remover', async (request, reply) => {
    const { id, email } = await who(request)
    await requireProof(service, request, id)
    if (!(await removeTotp(q, id))) throw new ApiError(422, 'second-factor.none')
    access.forget()
    await tellFactorChange(service, { id, email }, { letter: 'factor-removed', factor: 'totp' })
    return reply.code(204).send()
  })
}
