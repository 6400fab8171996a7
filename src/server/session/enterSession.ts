import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginReply } from '../../api/session.ts'
import { sessionLifetime, startSession } from '../access/sessions.ts'
import { findUser, type StoredUser } from '../access/users.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'
import { noteLogin, refuseShutOut, sessionOriginOf } from './accountEvents.ts'
import { type MetDevice, meetDevice } from './knownDevices.ts'

/** Somebody who has proved who they are, at the device where they did. */
interface Entering {
  readonly user: StoredUser
  readonly device: MetDevice
}

/** Starts the session of somebody who may enter, with all that follows from a login. */
export async function enterSession(
  service: Service,
  { user, device }: Entering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LoginReply> {
  const id = await startSession(service.database.system, user.id, sessionOriginOf(request))
  await noteLogin(service, user, device, request, reply)
  return { id, ttl: sessionLifetime, created: new Date().toISOString(), userId: user.id }
}

/**
 * The same for whoever proved to be this user by another way than the password. @throws ApiError 401 where there is no such user any more, 423 where
 * they are shut out
 */
export async function enterAs(
  service: Service,
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LoginReply> {
  const q = service.database.system
  const user = await findUser(q, service.model(), userId)
  if (!user) throw new ApiError(401, 'login-failed')
  await refuseShutOut(service, user, request)
  return enterSession(service, { user, device: await meetDevice(q, userId, request) }, request, reply)
}
