import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionOrigin } from '../access/sessions.ts'
import { findUser, isShutOutOfStores, normalizeEmail, type StoredUser } from '../access/users.ts'
import { ApiError } from '../error.ts'
import { describeAgent } from '../security/describeAgent.ts'
import { noteSecurityEvent, type SecurityEventKind } from '../security/securityEvent.ts'
import type { Service } from '../service.ts'
import { mailAccountHolder } from './accountLetters.ts'
import type { ConfirmationPurpose } from './confirmations.ts'
import { type MetDevice, rememberDevice } from './knownDevices.ts'
import { reopenAccount } from './loginAttempts.ts'

/** Where a call comes from, as people read it. */
const placeOf = (request: FastifyRequest): { readonly address: string; readonly device: string } => ({
  address: request.ip,
  device: describeAgent(request.headers['user-agent'] ?? ''),
})

/** Returns the origin of a session; a page of a browser says by `Origin` that it is one. */
export const sessionOriginOf = (request: FastifyRequest): SessionOrigin => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
  browser: request.headers.origin !== undefined,
})

/** Notes what somebody did, or what was tried with their account. */
export const noteAccountEvent = (
  service: Service,
  kind: SecurityEventKind,
  userId: number | undefined,
  request: FastifyRequest,
): Promise<void> => noteSecurityEvent(service, { kind, userId, ...placeOf(request) })

/** Refuses who proved to be somebody that is inactive or blocked, by an administrator or by the owners of all of their stores: 423. */
export async function refuseShutOut(service: Service, user: StoredUser, request: FastifyRequest): Promise<void> {
  const byStores = !user.admin && (await isShutOutOfStores(service.database.system, service.model(), user.id))
  if (!user.shutOut && !byStores) return
  await noteAccountEvent(service, 'login-refused', user.id, request)
  throw new ApiError(423, user.shutOut ? 'user.shut-out' : 'store-user.shut-out')
}

/** Follows up a login that succeeded: the device is known from now on; one that was not is told by a letter. */
export async function noteLogin(
  service: Service,
  user: StoredUser,
  device: MetDevice,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await rememberDevice(service.database.system, user.id, device, request, reply)
  const isNew = !device.known && device.hasOthers
  await noteAccountEvent(service, isNew ? 'new-device' : 'login', user.id, request)
  if (isNew) await mailAccountHolder(service, user, 'new-device', { ...placeOf(request) })
}

/** Follows up a password set by a letter: accounts that strangers' attempts have closed open, and the owner is told. */
export async function notePasswordByLetter(
  service: Service,
  { userId, purpose }: { readonly userId: number; readonly purpose: ConfirmationPurpose },
  request: FastifyRequest,
): Promise<void> {
  const q = service.database.system
  const user = await findUser(q, service.model(), userId)
  if (!user) return
  await reopenAccount(q, normalizeEmail(user.email))
  await noteAccountEvent(service, 'password-reset', userId, request)
  // The maker of a first password just had a letter.
  if (purpose === 'reset') await mailAccountHolder(service, user, 'new-password', { ...placeOf(request) })
}

/** Follows up a change of one's own password. */
export async function notePasswordChange(service: Service, userId: number, request: FastifyRequest): Promise<void> {
  await noteAccountEvent(service, 'password-changed', userId, request)
  const user = await findUser(service.database.system, service.model(), userId)
  if (user) await mailAccountHolder(service, user, 'new-password', { ...placeOf(request) })
}
