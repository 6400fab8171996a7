import { endSession } from '../../access/sessions.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { endSessions } from './endSessions.ts'
import { listSessions } from './sessionList.ts'

const card = objectOf({
  id: { type: 'string', description: 'Nome da sessão: não abre nada' },
  dispositivo: { type: 'string', description: 'Chrome no Windows' },
  endereco: { type: 'string' },
  entrou_em: { type: 'string', format: 'date-time' },
  usado_em: { type: 'string', format: 'date-time' },
  situacao: { type: 'string' },
  atual: { type: 'boolean', description: 'É a sessão que pergunta' },
})

/** Where somebody is signed in. */
const listOwnSessions = runtimeOperation({
  method: 'GET',
  path: 'users/sessoes',
  person: true,
  title: 'Onde quem pergunta está com a sessão aberta',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: objectOf({ sessoes: { type: 'array', items: card } }),
  messages: [],
  async run({ service, caller }) {
    const sessions = await listSessions(service.database.system, [caller.userId])
    return {
      sessoes: sessions.map(({ token, userId: _, ...session }) => {
        const atual = token === caller.session
        return { ...session, atual, situacao: atual ? 'Esta sessão' : 'Aberta' }
      }),
    }
  },
})

const endOwnSession = runtimeOperation({
  method: 'POST',
  path: 'users/sessoes/encerrar',
  person: true,
  title: 'Encerrar uma sessão de quem pede',
  gate: 'logged',
  input: objectOf({ id: { type: 'string', maxLength: 64 } }),
  output: { type: 'object' },
  messages: ['session.gone'],
  async run({ service, caller, input, address }) {
    const q = service.database.system
    const found = (await listSessions(q, [caller.userId])).find(({ id }) => id === input.id)
    if (!found) throw new ApiError(404, 'session.gone')
    await endSession(q, found.token)
    service.sessionEnded?.(found.token)
    await noteSecurityEvent(service, { kind: 'session-ended', userId: caller.userId, address, detail: found.dispositivo })
    return {}
  },
})

const endOtherSessions = runtimeOperation({
  method: 'POST',
  path: 'users/sessoes/encerrarOutras',
  person: true,
  title: 'Encerrar todas as outras sessões de quem pede',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: objectOf({ encerradas: { type: 'integer' } }),
  messages: [],
  async run({ service, caller, address }) {
    const encerradas = await endSessions(service, caller.userId, caller.session)
    if (encerradas > 0)
      await noteSecurityEvent(service, {
        kind: 'session-ended',
        userId: caller.userId,
        address,
        detail: `Todas as outras: ${encerradas}`,
      })
    return { encerradas }
  },
})

/** Operations of people on their own sessions. */
export const sessionOperations = [listOwnSessions, endOwnSession, endOtherSessions]
