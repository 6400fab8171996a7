import type { FastifyInstance } from 'fastify'
import type { Access } from '../access/access.ts'
import { tokenOf, whoCalls } from '../access/request.ts'
import type { Service } from '../caller.ts'
import { ApiError } from '../error.ts'
import type { Hub } from '../live/hub.ts'
import { admit, forgive } from './attempts.ts'
import { demandTexts, objectOf } from './body.ts'
import { configurationOf } from './configuration.ts'
import { demandFit, hashPassword, verifyPassword } from './password.ts'
import { findAccount, findHash, normalEmail, setHash } from './people.ts'
import { registerPreferences } from './preferences.ts'
import { registerRecovery } from './recovery.ts'
import { endOtherSessions, endSession, hashToken, startSession, timeToLive } from './sessions.ts'
import { withLists } from './storeLists.ts'

/** Calls by which people come in and go: users/login, logout, configuracao, change-password, preferencias. */
export const registerSession = (app: FastifyInstance, service: Service, access: Access, hub: Hub): void => {
  const q = service.database.system
  const calls = whoCalls(access)
  const ended = (token: string): void => {
    access.forgetSession(token)
    hub.tell({ kind: 'session', token })
  }

  app.post('/api/users/login', async request => {
    const [email, password] = demandTexts(request, ['email', 'password'])
    const account = normalEmail(email)
    await admit(q, account, request.ip)
    const found = await findAccount(q, account)
    // Also without an account: an answer that came sooner would tell that there is none.
    const right = await verifyPassword(password, found?.hash)
    if (!found || !right) throw new ApiError(401, 'login-failed')
    await forgive(q, account, request.ip)
    const id = await startSession(q, found.user.id, { address: request.ip, agent: request.headers['user-agent'] ?? '' })
    return { id, ttl: timeToLive, created: new Date().toISOString(), userId: found.user.id }
  })

  app.post('/api/users/logout', async (request, reply) => {
    const hash = hashToken(tokenOf(request))
    await endSession(q, hash)
    ended(hash)
    return reply.code(204).send()
  })

  app.post('/api/users/configuracao', async request => {
    const { userId } = await access.session(tokenOf(request))
    const { lojaId } = { ...(request.query as object), ...objectOf(request.body) } as { lojaId?: unknown }
    const asked = Number(lojaId)
    const configuration = configurationOf(
      service.model(),
      access,
      await access.person(userId),
      Number.isSafeInteger(asked) && asked > 0 ? asked : undefined,
    )
    return { ...configuration, loja: configuration.loja && (await withLists(service, configuration.loja)) }
  })

  app.post('/api/users/change-password', async (request, reply) => {
    const { userId, session } = await calls(request, undefined)
    const [old, fresh] = demandTexts(request, ['oldPassword', 'newPassword'])
    demandFit(fresh, 'newPassword')
    // The same limit as at the door: a borrowed session must not find the password out.
    await admit(q, `user ${userId}`, request.ip)
    if (!(await verifyPassword(old, await findHash(q, userId))))
      throw new ApiError(422, 'password.wrong', {}, [{ path: 'oldPassword', code: 'password.wrong' }])
    await forgive(q, `user ${userId}`, request.ip)
    await setHash(q, userId, await hashPassword(fresh))
    for (const token of await endOtherSessions(q, userId, session)) ended(token)
    return reply.code(204).send()
  })

  registerPreferences(app, q, async request => (await access.session(tokenOf(request))).userId)
  registerRecovery(app, service, ended)
}
