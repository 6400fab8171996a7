import type { LoginChallenge } from '../../../api/secondFactor.ts'
import type { LoginReply } from '../../../api/session.ts'
import { isRecord, membersOf } from '../../../base/record.ts'
import { CallError, call } from '../../data/api.ts'
import { askPasskey, type PasskeyRequest } from '../../ui/passkeys.ts'

const isChallenge = (value: unknown): value is LoginChallenge =>
  isRecord(value) && typeof value.id === 'string' && Array.isArray(value.methods)

/** Returns the challenge of the second step, where a refused login asks for one. */
export function challengeOf(error: unknown): LoginChallenge | undefined {
  if (!(error instanceof CallError) || error.code !== 'second-factor.needed') return undefined
  const { challenge } = membersOf(error.body)
  return isChallenge(challenge) ? challenge : undefined
}

/** A call of the login, which is no matter of the session before it. */
export const loginCall = async <T = LoginReply>(path: string, body: object): Promise<T> =>
  (await call<T>('POST', path, { body, keepSession: true })).data

/** Signs in by a passkey alone. */
export async function loginByPasskey(): Promise<LoginReply> {
  const { challenge, options } = await loginCall<{ challenge: string; options: PasskeyRequest }>('users/login/passkey/opcoes', {})
  return loginCall('users/login/passkey', { challenge, response: await askPasskey(options) })
}

/** Returns the message about a login that failed: the server's words, or that the browser gave no passkey. */
export const loginFailure = (error: unknown, cancelled: string): string =>
  error instanceof CallError ? error.message : cancelled
