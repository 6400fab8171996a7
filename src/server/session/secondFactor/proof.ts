import type { FastifyRequest } from 'fastify'
import { hasSecondFactor } from '../../access/secondFactor.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'
import { bodyObject } from '../bodyFields.ts'
import { isOwnPassword } from '../loginAttempts.ts'
import { attemptChallenge, createChallenge, redeemChallenge } from './challenges.ts'
import { takeCode } from './factorCodes.ts'
import { passkeyContext } from './passkeyContext.ts'
import { findPasskeys, requestOptions, verifyPasskey } from './passkeys.ts'

const refused = (path: string, code: string): ApiError => new ApiError(422, code, {}, [{ path, code }])

/**
 * Asks again who somebody is, before their second factor changes: a session that was left open is not enough. By a `code` or by `proof` (the
 * answer of a passkey to `askProof`) where they have a factor, else by their `password`.
 */
export async function requireProof(service: Service, request: FastifyRequest, userId: number): Promise<void> {
  const q = service.database.system
  const { code, password, proof } = bodyObject(request.body)
  if (!(await hasSecondFactor(q, userId))) return provePassword(service, request, userId, password)
  if (proof !== undefined) return provePasskey(service, request, userId, proof)
  if (typeof code !== 'string' || code === '') throw refused('code', 'second-factor.code-required')
  const right = await takeCode(service, code, { userId, address: request.ip })
  if (!right) throw refused('code', 'second-factor.wrong')
}

async function provePassword(service: Service, request: FastifyRequest, userId: number, password: unknown): Promise<void> {
  if (typeof password !== 'string' || password === '') throw refused('password', 'second-factor.password-required')
  if (!(await isOwnPassword(service, userId, password, request.ip))) throw refused('password', 'password.wrong')
}

/** Returns the challenge by which a browser asks for one of somebody's passkeys, so that they prove who they are. */
export async function askProof(service: Service, request: FastifyRequest, userId: number): Promise<object> {
  const q = service.database.system
  const options = await requestOptions(passkeyContext(request), await findPasskeys(q, userId))
  return { challenge: await createChallenge(q, 'proof', { userId, content: options.challenge }), options }
}

async function provePasskey(service: Service, request: FastifyRequest, userId: number, proof: unknown): Promise<void> {
  const q = service.database.system
  const { challenge: token, response } = bodyObject(proof)
  const challenge = typeof token === 'string' ? await attemptChallenge(q, 'proof', token) : undefined
  if (!challenge || typeof token !== 'string' || challenge.userId !== userId) throw refused('proof', 'second-factor.expired')
  if ((await verifyPasskey(q, response, challenge.content, passkeyContext(request))) !== userId)
    throw refused('proof', 'second-factor.wrong')
  if (!(await redeemChallenge(q, token))) throw refused('proof', 'second-factor.expired')
}
