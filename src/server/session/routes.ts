import type { FastifyInstance } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Service } from '../access/caller.ts'
import { queryParametersOf } from '../access/requestParts.ts'
import { resolveCaller, tokenOf } from '../access/resolveCaller.ts'
import { endOtherSessions, endSession, hashToken, sessionLifetime, startSession } from '../access/sessions.ts'
import { findAccount, findPasswordHash, normalizeEmail, setPasswordHash } from '../access/users.ts'
import { isMachineAway } from '../databaseAway.ts'
import { ApiError } from '../error.ts'
import type { EventBus } from '../features/events/eventBus.ts'
import { findPendingInvitations } from '../features/invitations/pendingInvitations.ts'
import { bodyObject, requireTexts } from './bodyFields.ts'
import { sessionConfigurationOf, storeCardOf } from './configuration.ts'
import { admitLogin, forgetLoginAttempts } from './loginAttempts.ts'
import { hashPassword, requireValidPassword, verifyPassword } from './password.ts'
import { registerPreferenceRoutes } from './preferences.ts'
import { registerRecoveryRoutes } from './recovery.ts'
import { registerFactorRoutes } from './secondFactor/accountRoutes.ts'
import { type EnterSession, registerSecondStepRoutes, requireSecondStep } from './secondFactor/loginRoutes.ts'
import { withStoreLists } from './withStoreLists.ts'

/** Calls by which people come in and go: users/login, logout, configuracao, change-password, preferencias. */
export const registerSessionRoutes = (app: FastifyInstance, service: Service, access: Access, hub: EventBus): void => {
  const q = service.database.system
  const calls = resolveCaller(access)
  const ended = (token: string): void => {
    access.forgetSession(token)
    hub.publish({ kind: 'session', token })
  }

  const enter: EnterSession = async (request, userId) => {
    const id = await startSession(q, userId, { address: request.ip, agent: request.headers['user-agent'] ?? '' })
    return { id, ttl: sessionLifetime, created: new Date().toISOString(), userId }
  }

  app.post('/api/users/login', async request => {
    const [email, password] = requireTexts(request, ['email', 'password'])
    const account = normalizeEmail(email)
    await admitLogin(q, account, request.ip)
    const found = await findAccount(q, service.model(), account)
    // Also without an account: an answer that came sooner would tell that there is none.
    const right = await verifyPassword(password, found?.hash)
    if (!found || !right) throw new ApiError(401, 'login-failed')
    await forgetLoginAttempts(q, account, request.ip)
    await requireSecondStep(service, request, found.user.id)
    return enter(request, found.user.id)
  })

  app.post('/api/users/logout', async (request, reply) => {
    const hash = hashToken(tokenOf(request))
    await endSession(q, hash)
    ended(hash)
    return reply.code(204).send()
  })

  app.post('/api/users/configuracao', async request => {
    const { userId } = await access.session(tokenOf(request))
    const { lojaId } = { ...queryParametersOf(request), ...bodyObject(request.body) }
    const number = Number(lojaId)
    const asked = Number.isSafeInteger(number) && number > 0 ? number : undefined
    const person = await access.person(userId, asked)
    const configuration = sessionConfigurationOf(service.model(), access, person, asked)
    const { email } = configuration.usuario
    // Those of a machine that is away are shown once it is back.
    const invitations = await findPendingInvitations(q, service.model(), normalizeEmail(email)).catch((error: unknown) => {
      if (isMachineAway(q, error)) return []
      throw error
    })
    const lacks = await access.lacksSecondFactor(person, configuration.loja?.id ?? null)
    const loja =
      configuration.loja && (lacks ? storeCardOf(configuration.loja) : await withStoreLists(service, configuration.loja))
    return { ...configuration, loja, convites: invitations.length, segundoFatorExigido: lacks }
  })

  app.post('/api/users/change-password', async (request, reply) => {
    const { userId, session } = await calls(request, undefined)
    const [old, fresh] = requireTexts(request, ['oldPassword', 'newPassword'])
    requireValidPassword(fresh, 'newPassword')
    // The same limit as at the door: a borrowed session must not find the password out.
    await admitLogin(q, `user ${userId}`, request.ip)
    if (!(await verifyPassword(old, await findPasswordHash(q, userId))))
      throw new ApiError(422, 'password.wrong', {}, [{ path: 'oldPassword', code: 'password.wrong' }])
    await forgetLoginAttempts(q, `user ${userId}`, request.ip)
    await setPasswordHash(q, userId, await hashPassword(fresh))
    for (const token of await endOtherSessions(q, userId, session)) ended(token)
    return reply.code(204).send()
  })

  registerPreferenceRoutes(app, q, async request => (await access.session(tokenOf(request))).userId)
  registerRecoveryRoutes(app, service, ended)
  registerSecondStepRoutes(app, service, enter)
  registerFactorRoutes(app, service, access)
}
