import type { FastifyInstance } from 'fastify'
import type { Access } from '../access/access.ts'
import { forgetEmailChange } from '../access/emailChange.ts'
import { isEmailProved } from '../access/emailProof.ts'
import { queryParametersOf } from '../access/requestParts.ts'
import { resolvePerson, tokenOf } from '../access/resolveCaller.ts'
import { endOtherSessions, endSession, findSession, hashToken } from '../access/sessions.ts'
import { findAccount, normalizeEmail, setPasswordHash } from '../access/users.ts'
import { isMachineAway } from '../databaseAway.ts'
import { ApiError } from '../error.ts'
import type { EventBus } from '../features/events/eventBus.ts'
import { findPendingInvitations } from '../features/invitations/pendingInvitations.ts'
import { openCall } from '../http/body/openCall.ts'
import type { Service } from '../service.ts'
import { noteAccountEvent, notePasswordChange, refuseShutOut } from './accountEvents.ts'
import { bodyObject, requireTexts } from './bodyFields.ts'
import { sessionConfigurationOf, storeCardOf } from './configuration.ts'
import { enterSession } from './enterSession.ts'
import { meetDevice } from './knownDevices.ts'
import { admitLogin, forgetLoginAttempts, isOwnPassword } from './loginAttempts.ts'
import { hashPassword, requireValidPassword, verifyPassword } from './password.ts'
import { passwordContext } from './passwordContext.ts'
import { registerPreferenceRoutes } from './preferences.ts'
import { registerRecoveryRoutes } from './recovery.ts'
import { registerFactorRoutes } from './secondFactor/accountRoutes.ts'
import { registerSecondStepRoutes, requireSecondStep } from './secondFactor/loginRoutes.ts'
import { withStoreLists } from './withStoreLists.ts'

/** Calls by which people come in and go: users/login, logout, configuracao, change-password, preferencias. */
export const registerSessionRoutes = (app: FastifyInstance, service: Service, access: Access, hub: EventBus): void => {
  const q = service.database.system
  const calls = resolvePerson(access)
  const ended = (token: string): void => {
    access.forgetSession(token)
    hub.publish({ kind: 'session', token })
  }

  registerLogin(app, service)

  app.post('/api/users/logout', openCall, async (request, reply) => {
    const token = tokenOf(request)
    const hash = hashToken(token)
    const leaving = await findSession(q, token)
    await endSession(q, hash)
    ended(hash)
    if (leaving) await noteAccountEvent(service, 'logout', leaving.userId, request)
    return reply.code(204).send()
  })

  app.post('/api/users/configuracao', async (request, reply) => {
    // With it a page that begins hears of what came between its first calls and its stream.
    reply.header('last-event-id', hub.lastId())
    const { userId } = await access.session(tokenOf(request))
    const { lojaId } = { ...queryParametersOf(request), ...bodyObject(request.body) }
    const number = Number(lojaId)
    const asked = Number.isSafeInteger(number) && number > 0 ? number : undefined
    const person = await access.person(userId, asked)
    const configuration = sessionConfigurationOf(service.model(), access, person, asked)
    const { email } = configuration.usuario
    const proved = await isEmailProved(q, userId)
    // Those of a machine that is away are shown once it is back.
    const invitations = await findPendingInvitations(q, service.model(), { userId, email }).catch((error: unknown) => {
      if (isMachineAway(q, error)) return []
      throw error
    })
    const lacks = await access.lacksSecondFactor(person, configuration.loja?.id ?? null)
    const loja =
      configuration.loja && (lacks ? storeCardOf(configuration.loja) : await withStoreLists(service, configuration.loja))
    return {
      ...configuration,
      loja,
      convites: invitations.length,
      email_confirmado: proved,
      envia_emails: service.sendsMail === true,
      segundoFatorExigido: lacks,
    }
  })

  app.post('/api/users/change-password', async (request, reply) => {
    const { userId, session } = await calls(request, undefined)
    const [old, fresh] = requireTexts(request, ['oldPassword', 'newPassword'])
    requireValidPassword(fresh, 'newPassword', await passwordContext(service, userId))
    if (!(await isOwnPassword(service, userId, old, request.ip)))
      throw new ApiError(422, 'password.wrong', {}, [{ path: 'oldPassword', code: 'password.wrong' }])
    await setPasswordHash(q, userId, await hashPassword(fresh))
    await forgetEmailChange(q, userId)
    for (const token of await endOtherSessions(q, userId, session)) ended(token)
    await notePasswordChange(service, userId, request)
    return reply.code(204).send()
  })

  registerPreferenceRoutes(app, q, async request => (await calls(request, undefined)).userId)
  registerRecoveryRoutes(app, service, ended)
  registerSecondStepRoutes(app, service)
  registerFactorRoutes(app, service, access)
}

/** The way in by e-mail and password. */
function registerLogin(app: FastifyInstance, service: Service): void {
  const q = service.database.system
  app.post('/api/users/login', openCall, async (request, reply) => {
    const [email, password] = requireTexts(request, ['email', 'password'])
    const account = normalizeEmail(email)
    const found = await findAccount(q, service.model(), account)
    const device = await meetDevice(q, found?.user.id, request)
    const known = device.known ? device.keys[0] : undefined
    const attempt = { purpose: 'login', account, address: request.ip, device: known } as const
    await admitLogin(service, attempt)
    // Also without an account: an answer that came sooner would tell that there is none.
    const right = await verifyPassword(password, found?.hash)
    if (!found || !right) {
      // Nobody waits for it: an answer that came later would tell that there is such an account.
      void noteAccountEvent(service, 'login-failed', found?.user.id, request)
      throw new ApiError(401, 'login-failed')
    }
    await forgetLoginAttempts(service, attempt)
    await refuseShutOut(service, found.user, request)
    await requireSecondStep(service, request, found.user.id)
    return enterSession(service, { user: found.user, device }, request, reply)
  })
}
