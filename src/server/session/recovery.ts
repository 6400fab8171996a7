import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Service } from '../access/caller.ts'
import { findUserByEmail, normalizeEmail } from '../access/users.ts'
import { secretsOfInstallation } from '../database/secret.ts'
import { ApiError } from '../error.ts'
import { mailPasswordLink } from './accessMails.ts'
import { noteAccountEvent, notePasswordByLetter } from './accountEvents.ts'
import { requireTexts } from './bodyFields.ts'
import { findConfirmationHolder, isConfirmationOpen, redeemConfirmation } from './confirmations.ts'
import { admitLogin } from './loginAttempts.ts'
import { hashPassword, requirePasswordLength, requireValidPassword } from './password.ts'
import { passwordGround } from './passwordGround.ts'

/** Milliseconds that an answer takes at least: finding nobody must not be faster. */
const least = 300

/** Calls of people who cannot log in: a link by mail, and the password that is set with it. */
export const registerRecoveryRoutes = (app: FastifyInstance, service: Service, ended: (session: string) => void): void => {
  const q = service.database.system

  app.post('/api/users/sendResetPasswordEmail', async (request, reply) => {
    const [email] = requireTexts(request, ['email'])
    const account = normalizeEmail(email)
    await admitLogin(q, `reset ${account}`, `reset ${request.ip}`)
    // The same answer, as late, whether somebody has this e-mail or not.
    await Promise.all([sendLink(service, account, request), pause(least)])
    return reply.code(204).send()
  })

  app.post('/api/ConfirmationTokens/confirmacao', async (request, reply) => {
    const [token, password] = requireTexts(request, ['token', 'password'])
    requirePasswordLength(password, 'password')
    await admitLogin(q, `confirmation ${token}`, `confirmation ${request.ip}`)
    if (token.length > 200 || !(await isConfirmationOpen(q, service.model(), token)))
      throw new ApiError(422, 'confirmation.invalid')
    const holder = await findConfirmationHolder(q, token)
    if (!holder) throw new ApiError(422, 'confirmation.invalid')
    requireValidPassword(password, 'password', await passwordGround(service, holder.userId))
    const redeemed = await redeemConfirmation(q, service.model(), token, await hashPassword(password))
    if (!redeemed) throw new ApiError(422, 'confirmation.invalid')
    for (const session of redeemed.sessions) ended(session)
    await notePasswordByLetter(service, { userId: redeemed.userId, purpose: holder.purpose }, request)
    return reply.code(204).send()
  })
}

async function sendLink(service: Service, email: string, request: FastifyRequest): Promise<void> {
  const q = service.database.system
  const user = await findUserByEmail(q, service.model(), email)
  // Who is shut out stays out, whatever the password.
  if (!user || user.shutOut) return
  const writing = { q, model: service.model(), secrets: secretsOfInstallation(service.dataDir) }
  await noteAccountEvent(service, 'reset-asked', user.id, request)
  await mailPasswordLink(writing, { userId: user.id, email: user.email }, 'reset')
  service.wakeMailWorker?.()
}
