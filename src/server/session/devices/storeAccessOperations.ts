import { registerOfRole } from '../../../model/access/roles.ts'
import type { Flag, Model } from '../../../model/model.ts'
import { authorsOf, invitationStates, ownerMembershipType } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { runWrite } from '../../write/runWrite.ts'
import { saveOneRecord } from '../../write/saveRecords.ts'
import { requireStore } from '../../write/unitOfWork.ts'
import { endSessions } from './endSessions.ts'
import { type ListedSession, listSessions } from './sessionList.ts'

/** Somebody's place in a store. */
interface Place {
  readonly id: number
  readonly userId: number | null
  readonly email: string
  readonly owner: boolean
  readonly blocked: boolean
  readonly pending: boolean
  /** The role that was chosen for them. */
  readonly role: string | undefined
  readonly flags: readonly Flag[]
}

/** Finds the people with a place in the store, owners first. */
async function findPlaces(q: Queries, model: Model, lojaId: number): Promise<Place[]> {
  const { rows } = await q.query(
    `SELECT * FROM ${roleTable(model, 'memberships')} WHERE "lojaId" = $1 ORDER BY type, email, id`,
    [lojaId],
  )
  const people = await authorsOf(
    rows.map(row => (row.userId === null ? null : Number(row.userId))),
    model,
    q,
  )
  const roleOf = await findRoles(q, model, lojaId)
  return rows
    .filter(row => row.convite !== invitationStates.refused)
    .map(row => ({
      id: Number(row.id),
      userId: row.userId === null ? null : Number(row.userId),
      email: String(row.email ?? people.get(Number(row.userId))?.email ?? ''),
      owner: Number(row.type) === ownerMembershipType,
      blocked: row.bloqueado === true,
      pending: row.convite === invitationStates.pending,
      role: roleOf(row),
      flags: model.flags.filter(({ name }) => row[name] === true),
    }))
}

/** Finds what the roles of a store are called, by somebody's place in it. */
async function findRoles(q: Queries, model: Model, lojaId: number): Promise<(place: DataRow) => string | undefined> {
  const register = registerOfRole(model, 'staffRoles')
  const link = registerOfRole(model, 'memberships')?.fields.find(({ reference }) => reference?.to === register?.name)
  if (!register || !link) return () => undefined
  const { rows } = await q.query<{ id: string; nome: string }>(
    `SELECT id, nome FROM ${roleTable(model, 'staffRoles')} WHERE "lojaId" = $1`,
    [lojaId],
  )
  const names = new Map(rows.map(({ id, nome }) => [Number(id), nome]))
  return place => names.get(Number(place[link.name]))
}

/** Says the permissions of somebody, a line for each group of permissions: `Cardápio: Ver o cardápio, Editar o cardápio`. */
const describeFlags = ({ owner, flags }: Place): string =>
  owner
    ? 'Tudo'
    : [...Map.groupBy(flags, ({ group }) => group)]
        .map(([group, given]) => `${group}: ${given.map(({ title }) => title).join(', ')}`)
        .join('\n')

/** Those of them that an administrator shut out. */
async function findShutOut(q: Queries, model: Model, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await q.query<{ id: string }>(
    `SELECT id FROM ${roleTable(model, 'users')} WHERE id = ANY ($1) AND (block OR active IS FALSE)`,
    [ids],
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

const describeSession = ({ dispositivo, endereco, usado_em }: ListedSession, zone: string): string => {
  const when = new Date(usado_em).toLocaleString('pt-BR', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return `${dispositivo}${endereco ? `, ${endereco}` : ''}, usado em ${when}`
}

/** The last used session of each device at each address, the last used first. */
const devicesOf = (sessions: readonly ListedSession[]): ListedSession[] =>
  [...Map.groupBy(sessions, ({ dispositivo, endereco }) => `${dispositivo} ${endereco}`).values()].flatMap(([last]) => last ?? [])

const person = objectOf({
  id: { type: 'integer', description: 'Chave do acesso (usuário da loja)' },
  email: { type: 'string' },
  papel: { type: 'string', description: 'Proprietário, Funcionário, ou o papel escolhido' },
  pode: { type: 'string', description: 'O que faz nesta loja, uma linha por grupo de permissões' },
  situacao: { type: 'string', description: 'Liberado, Bloqueado, Convite pendente' },
  dispositivos: { type: 'string', description: 'Um por linha: dispositivo, endereço e último uso' },
  sessoes: { type: 'integer' },
  usado_em: { type: ['string', 'null'], format: 'date-time' },
  proprio: { type: 'boolean', description: 'É quem pergunta' },
  bloqueado: { type: 'boolean' },
})

const listStoreAccess = runtimeOperation({
  method: 'GET',
  path: 'users/acessos',
  title: 'Quem pode entrar na loja, e onde está com a sessão aberta',
  gate: 'owner || admin',
  input: objectOf({ lojaId: { type: 'integer' } }),
  output: objectOf({ pessoas: { type: 'array', items: person } }),
  messages: ['store-required'],
  async run({ service, model, caller }) {
    const q = service.database.system
    const places = await findPlaces(q, model, requireStore(caller))
    const ids = places.flatMap(({ userId }) => (userId === null ? [] : [userId]))
    const sessions = Map.groupBy(await listSessions(q, ids), ({ userId }) => userId)
    const shutOut = await findShutOut(q, model, ids)
    return {
      pessoas: places.map(place => {
        const { id, userId, email, owner, blocked, pending, role } = place
        // Somebody who has not accepted yet is nobody of this store: where they work is not told.
        const open = (userId !== null && !pending && sessions.get(userId)) || []
        const out = userId !== null && shutOut.has(userId)
        return {
          id,
          email,
          papel: owner ? 'Proprietário' : (role ?? 'Funcionário'),
          pode: describeFlags(place),
          situacao: pending ? 'Convite pendente' : blocked ? 'Bloqueado' : out ? 'Bloqueado pela plataforma' : 'Liberado',
          dispositivos: devicesOf(open)
            .map(session => describeSession(session, caller.zone))
            .join('\n'),
          sessoes: open.length,
          usado_em: open[0]?.usado_em ?? null,
          proprio: userId === caller.userId,
          bloqueado: blocked,
        }
      }),
    }
  },
})

const chosen = {
  type: 'object',
  properties: { lojaId: { type: 'integer' }, id: { type: 'integer', description: 'Chave do acesso' } },
  required: ['lojaId', 'id'],
} as const

/** Ends what somebody of the store has open: of nobody else, whatever the key. */
const endPersonsSessions = runtimeOperation({
  method: 'POST',
  path: 'users/acessos/encerrar',
  title: 'Encerrar as sessões de uma pessoa da loja',
  gate: 'owner || admin',
  input: chosen,
  output: objectOf({ encerradas: { type: 'integer' } }),
  messages: ['not-found'],
  async run({ service, model, caller, input, address }) {
    const lojaId = requireStore(caller)
    const place = (await findPlaces(service.database.system, model, lojaId)).find(({ id }) => id === input.id)
    if (!place || place.userId === null || place.pending) throw new ApiError(404, 'not-found')
    const encerradas = await endSessions(service, place.userId, caller.session)
    const detail = `Sessões encerradas: ${encerradas}`
    await noteSecurityEvent(service, {
      kind: 'session-ended',
      userId: place.userId,
      authorId: caller.userId,
      lojaId,
      address,
      detail,
    })
    return { encerradas }
  },
})

/** Shuts somebody out of the store, or lets them in again: a save of their place in it, with its rules, history and undo. */
const blockPerson = runtimeOperation({
  method: 'POST',
  path: 'users/acessos/bloquear',
  title: 'Bloquear ou liberar uma pessoa na loja',
  gate: 'owner || admin',
  input: {
    ...chosen,
    properties: { ...chosen.properties, bloquear: { type: 'boolean' } },
    required: ['lojaId', 'id', 'bloquear'],
  },
  output: { type: 'object' },
  messages: ['not-found', 'user.block-self'],
  async run({ model, writing, input }) {
    const register = registerOfRole(model, 'memberships')
    if (!register) throw new ApiError(404, 'not-found')
    const table = tableOf(model, register.name)
    const body = { id: input.id, bloqueado: input.bloquear }
    await runWrite(writing, table.register, work => saveOneRecord(body, table, work))
    return {}
  },
})

/** Operations that list who can enter a store, from where, and shut people out. */
export const storeAccessOperations = [listStoreAccess, endPersonsSessions, blockPerson]
