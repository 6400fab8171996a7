import type { FastifyInstance } from 'fastify'
import type { RecoveryCodesReply } from '../../../api/secondFactor.ts'
import { hasSecondFactor } from '../../access/secondFactor.ts'
import { ApiError } from '../../error.ts'
import { bodyObject, requireTexts } from '../bodyFields.ts'
import { attemptChallenge, createChallenge, redeemChallenge } from './challenges.ts'
import { type FactorContext, setupExpired } from './factorContext.ts'
import { removePasskey } from './factors.ts'
import { passkeyContext } from './passkeyContext.ts'
import { addPasskey, creationOptions, findPasskeys, mostPasskeys } from './passkeys.ts'
import { requireProof } from './proof.ts'
import { tellFactorChange } from './tellFactorChange.ts'

/** Letters of a passkey's name. */
const longestName = 60

/** A name that says something, of a length that fits a line. */
function requireName(name: string): string {
  const text = name.trim()
  const problem =
    text === ''
      ? { path: 'nome', code: 'required' }
      : text.length > longestName
        ? { path: 'nome', code: 'too-long', params: { max: longestName } }
        : undefined
  if (problem) throw new ApiError(422, 'validation', { count: 1 }, [problem])
  return text
}

/** Calls by which somebody makes, names and removes their passkeys. */
export function registerPasskeyRoutes(app: FastifyInstance, { service, access, who, firstCodes }: FactorContext): void {
  const q = service.database.system

  app.post('/api/users/segundo-fator/passkeys/opcoes', async request => {
    const user = await who(request)
    const context = passkeyContext(request)
    await requireProof(service, request, user.id)
    const known = await findPasskeys(q, user.id)
    if (known.length >= mostPasskeys) throw new ApiError(422, 'passkey.too-many', { max: mostPasskeys })
    const options = await creationOptions(context, user, known)
    return { setup: await createChallenge(q, 'passkey', { userId: user.id, content: options.challenge }), options }
  })

  app.post('/api/users/segundo-fator/passkeys', async (request): Promise<RecoveryCodesReply> => {
    const { id, email } = await who(request)
    const [token, nome] = requireTexts(request, ['setup', 'nome'])
    const name = requireName(nome)
    const challenge = await attemptChallenge(q, 'passkey', token)
    if (challenge?.userId !== id || !(await redeemChallenge(q, token))) throw setupExpired()
    const had = await hasSecondFactor(q, id)
    const { response } = bodyObject(request.body)
    const made = { userId: id, name, response, challenge: challenge.content }
    if (!(await addPasskey(q, made, passkeyContext(request)))) throw new ApiError(422, 'passkey.invalid')
    const codes = await firstCodes(id, had)
    access.forget()
    await tellFactorChange(service, { id, email }, { letter: 'factor-added', factor: 'passkey' })
    return codes
  })

  app.post('/api/users/segundo-fator/passkeys/renomear', async (request, reply) => {
    const { id } = await who(request)
    const [key, nome] = requireTexts(request, ['id', 'nome'])
    const { rowCount } = await q.query('UPDATE system.passkeys SET name = $3 WHERE "userId" = $1 AND id = $2', [
      id,
      key,
      requireName(nome),
    ])
    if (rowCount === 0) throw new ApiError(404, 'passkey.gone')
    return reply.code(204).send()
  })

  app.post('/api/users/segundo-fator/passkeys/remover', async (request, reply) => {
    const { id, email } = await who(request)
    const [key] = requireTexts(request, ['id'])
    const known = await findPasskeys(q, id)
    if (!known.some(passkey => passkey.id === key)) throw new ApiError(404, 'passkey.gone')
    await requireProof(service, request, id)
    if (!(await removePasskey(q, id, key))) throw new ApiError(404, 'passkey.gone')
    access.forget()
    await tellFactorChange(service, { id, email }, { letter: 'factor-removed', factor: 'passkey' })
    return reply.code(204).send()
  })
}
