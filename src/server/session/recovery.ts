import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../caller.ts'
import { ApiError } from '../error.ts'
import { secretsIn } from '../write/secret.ts'
import { admit } from './attempts.ts'
import { demandTexts } from './body.ts'
import { confirm, isOpen } from './confirmations.ts'
import { writeLink } from './invite.ts'
import { demandFit, hashPassword } from './password.ts'
import { findUserByEmail, normalEmail } from './people.ts'

/** Milliseconds that an answer takes at least: finding nobody must not be faster. */
const least = 300

/** Calls of people who cannot log in: a link by mail, and the password that is set with it. */
export const registerRecovery = (app: FastifyInstance, service: Service, ended: (session: string) => void): void => {
  const q = service.database.system

  app.post('/api/users/sendResetPasswordEmail', async (request, reply) => {
    const [email] = demandTexts(request, ['email'])
    const account = normalEmail(email)
    await admit(q, `reset ${account}`, `reset ${request.ip}`)
    // The same answer, as late, whether somebody has this e-mail or not.
    await Promise.all([sendLink(service, account), pause(least)])
    return reply.code(204).send()
  })

  app.post('/api/ConfirmationTokens/confirmacao', async (request, reply) => {
    const [token, password] = demandTexts(request, ['token', 'password'])
    demandFit(password, 'password')
    await admit(q, `confirmation ${token}`, `confirmation ${request.ip}`)
    if (token.length > 200 || !(await isOpen(q, token))) throw new ApiError(422, 'confirmation.invalid')
    const sessions = await confirm(q, token, await hashPassword(password))
    if (!sessions) throw new ApiError(422, 'confirmation.invalid')
    for (const session of sessions) ended(session)
    return reply.code(204).send()
  })
}

async function sendLink(service: Service, email: string): Promise<void> {
  const q = service.database.system
  const user = await findUserByEmail(q, email)
  if (!user) return
  const writing = { q, model: service.model(), secrets: secretsIn(service.dataDir) }
  await writeLink(writing, { userId: user.id, email: user.email }, 'reset')
  service.mailWaits?.()
}
