import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LoginChallenge, SecondStepMethod } from '../../../api/secondFactor.ts'
import type { LoginReply } from '../../../api/session.ts'
import { hasSecondFactor } from '../../access/secondFactor.ts'
import { ApiError } from '../../error.ts'
import { openCall } from '../../http/body/openCall.ts'
import type { Service } from '../../service.ts'
import { noteAccountEvent } from '../accountEvents.ts'
import { bodyObject, requireTexts } from '../bodyFields.ts'
import { enterAs } from '../enterSession.ts'
import { admitLogin, forgetLoginAttempts } from '../loginAttempts.ts'
import { attemptChallenge, challengeLifetime, createChallenge, redeemChallenge } from './challenges.ts'
import { takeCode } from './factorCodes.ts'
import { findFactorState } from './factors.ts'
import { hasPasskeys, pagesOrigin, passkeyContext } from './passkeyContext.ts'
import { findPasskeys, requestOptions, verifyPasskey } from './passkeys.ts'
import { isTrustedDevice, trustDevice } from './trustedDevices.ts'

/** Questions for a passkey that an address may ask in a minute. */
const questionsPerMinute = 30

/**
 * Refuses somebody who gave the right password and has a second factor, unless this device is trusted: 401 `second-factor.needed` with
 * `challenge` beside the error, which the second step answers.
 */
export async function requireSecondStep(service: Service, request: FastifyRequest, userId: number): Promise<void> {
  const q = service.database.system
  if (!(await hasSecondFactor(q, userId)) || (await isTrustedDevice(q, userId, request))) return
  const [{ totpSince }, passkeys] = await Promise.all([findFactorState(q, userId), findPasskeys(q, userId)])
  const usable = passkeys.length > 0 && hasPasskeys(pagesOrigin(request))
  const options = usable ? await requestOptions(passkeyContext(request), passkeys) : undefined
  const id = await createChallenge(q, 'login', { userId, content: options?.challenge ?? '' })
  const methods: readonly SecondStepMethod[] = [
    ...(totpSince ? ['totp' as const] : []),
    ...(options ? ['passkey' as const] : []),
    'recovery',
  ]
  const challenge: LoginChallenge = { id, ttl: challengeLifetime.login, methods, ...(options ? { passkey: options } : {}) }
  throw new ApiError(401, 'second-factor.needed', {}, [], { challenge })
}

const expired = (): ApiError => new ApiError(401, 'second-factor.expired')
const wrong = (): ApiError => new ApiError(401, 'second-factor.wrong')

/** The second step of the login, by a code or a passkey, and the login by a passkey alone. */
export function registerSecondStepRoutes(app: FastifyInstance, service: Service): void {
  const q = service.database.system

  /** Lets somebody in whose answer was right; the challenge opens no second time. */
  const finish = async (token: string, userId: number, request: FastifyRequest, reply: FastifyReply): Promise<LoginReply> => {
    if (!(await redeemChallenge(q, token))) throw expired()
    if (bodyObject(request.body).remember === true) await trustDevice(q, userId, request, reply)
    return enterAs(service, userId, request, reply)
  }

  app.post('/api/users/login/codigo', openCall, async (request, reply) => {
    const [token, code] = requireTexts(request, ['challenge', 'code'])
    const challenge = await attemptChallenge(q, 'login', token)
    if (!challenge) throw expired()
    const { userId } = challenge
    if (!(await takeCode(service, code, { userId, address: request.ip }))) {
      await noteAccountEvent(service, 'second-factor-failed', userId, request)
      throw wrong()
    }
    return finish(token, userId, request, reply)
  })

  app.post('/api/users/login/passkey', openCall, async (request, reply) => {
    const [token] = requireTexts(request, ['challenge'])
    const attempt = { purpose: 'login', account: `passkey ${token}`, address: request.ip } as const
    await admitLogin(service, attempt)
    const asked = await attemptChallenge(q, 'login', token)
    const challenge = asked ?? (await attemptChallenge(q, 'passkey-login', token))
    if (!challenge || challenge.content === '') throw expired()
    const userId = await verifyPasskey(q, bodyObject(request.body).response, challenge.content, passkeyContext(request))
    // A login by password is completed with a passkey of the same user.
    if (userId === undefined || (asked && asked.userId !== userId)) {
      await noteAccountEvent(service, 'second-factor-failed', asked?.userId, request)
      throw wrong()
    }
    await forgetLoginAttempts(service, attempt)
    return finish(token, userId, request, reply)
  })

  app.post(
    '/api/users/login/passkey/opcoes',
    { ...openCall, config: { ...openCall.config, rateLimit: { max: questionsPerMinute } } },
    async request => {
      const options = await requestOptions(passkeyContext(request))
      const challenge = await createChallenge(q, 'passkey-login', { userId: 0, content: options.challenge })
      return { challenge, options }
    },
  )
}
