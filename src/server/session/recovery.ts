import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registerOfRole } from '../../model/access/roles.ts'
import { proofOf } from '../access/requestParts.ts'
import { findUserByEmail, normalizeEmail } from '../access/users.ts'
import { secretsOfInstallation } from '../database/secret.ts'
import { ApiError } from '../error.ts'
import { openCall } from '../http/body/openCall.ts'
import type { Service } from '../service.ts'
import { mailPasswordLink } from './accessMails.ts'
import { noteAccountEvent, notePasswordByLetter } from './accountEvents.ts'
import { requireTexts } from './bodyFields.ts'
import { findConfirmationHolder, isConfirmationOpen, redeemConfirmation } from './confirmations.ts'
import { admitLogin } from './loginAttempts.ts'
import { hashPassword, requirePasswordLength, requireValidPassword } from './password.ts'
import { passwordContext } from './passwordContext.ts'

/** Milliseconds that an answer takes at least: finding nobody must not be faster. */
const least = 300

/** Calls of people who cannot log in: a link by mail, and the password that is set with it. */
export const registerRecoveryRoutes = (app: FastifyInstance, service: Service, ended: (session: string) => void): void => {
  const q = service.database.system

  app.post('/api/users/sendResetPasswordEmail', openCall, async (request, reply) => {
    const [email] = requireTexts(request, ['email'])
    const account = normalizeEmail(email)
    await admitLogin(service, { purpose: 'reset', account, address: request.ip, proof: proofOf(request) })
    // The same answer, as late, whether somebody has this e-mail or not.
    await Promise.all([sendLink(service, account, request), pause(least)])
    return reply.code(204).send()
  })

  app.post('/api/ConfirmationTokens/confirmacao', openCall, async (request, reply) => {
    const [token, password] = requireTexts(request, ['token', 'password'])
    requirePasswordLength(password, 'password')
    await admitLogin(service, { purpose: 'confirmation', account: token, address: request.ip })
    if (token.length > 200 || !(await isConfirmationOpen(q, service.model(), token)))
      throw new ApiError(422, 'confirmation.invalid')
    const holder = await findConfirmationHolder(q, token)
    if (!holder) throw new ApiError(422, 'confirmation.invalid')
    requireValidPassword(password, 'password', await passwordContext(service, holder.userId))
    const done = await redeemConfirmation(q, service.model(), token, await hashPassword(password))
    if (!done) throw new ApiError(422, 'confirmation.invalid')
    for (const session of done.sessions) ended(session)
    const memberships = registerOfRole(service.model(), 'memberships')
    if (done.store !== undefined && memberships) service.publish({ register: memberships.name, lojaId: done.store, ids: [] })
    await notePasswordByLetter(service, { userId: done.userId, purpose: holder.purpose }, request)
    return reply.code(204).send()
  })
}

async function sendLink(service: Service, email: string, request: FastifyRequest): Promise<void> {
  const q = service.database.system
  const user = await findUserByEmail(q, service.model(), email)
  // A user who is shut out stays out, whatever the password.
  if (!user || user.shutOut) return
  const writing = { q, model: service.model(), secrets: secretsOfInstallation(service.dataDir) }
  await noteAccountEvent(service, 'reset-asked', user.id, request)
  try {
    await mailPasswordLink(writing, { userId: user.id, email: user.email }, 'reset')
  } catch (error) {
    // A mailbox with too many letters of a day has its links: an error would tell of the account.
    if (error instanceof ApiError) return
    throw error
  }
  service.wakeMailWorker?.()
}
