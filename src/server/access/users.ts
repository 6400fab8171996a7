import type { Author } from '../../api/history.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { isMachineAway } from '../databaseAway.ts'
import { roleTable } from '../roleTable.ts'
import { namesOfKeys } from './apiKeys.ts'

const usersOf = (model: Model): string => roleTable(model, 'users')

/**
 * Sessions stand on three registers, found by their roles: users, memberships (who may enter which store, with the permission flags)
 * and the stores. This is the one place of the server that reads their fields by name.
 */
export interface StoredUser {
  readonly id: number
  readonly email: string
  readonly nome: string
  readonly admin: boolean
  /** When the account was made. */
  readonly createdAt: string
  /** Inactive or blocked: has no session, and gets none. */
  readonly shutOut: boolean
}

interface UserRow {
  readonly id: string
  readonly email: string
  readonly nome: string | null
  readonly admin: boolean | null
  readonly createdAt: Date | string | null
  readonly active: boolean | null
  readonly block: boolean | null
}

const userColumns = 'id, email, nome, admin, "createdAt", active, block'

const userOf = (row: UserRow): StoredUser => ({
  id: Number(row.id),
  email: row.email,
  nome: row.nome ?? '',
  admin: row.admin === true,
  createdAt: new Date(row.createdAt ?? 0).toISOString(),
  shutOut: row.active === false || row.block === true,
})

export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** The account of an e-mail, with its password's hash. */
export const findAccount = async (
  q: Queries,
  model: Model,
  email: string,
): Promise<{ user: StoredUser; hash: string } | undefined> => {
  const { rows } = await q.query<UserRow & { hash: string }>(
    `SELECT ${userColumns}, p.hash FROM ${usersOf(model)} u JOIN system.passwords p ON p."userId" = u.id WHERE lower(u.email) = $1`,
    [normalizeEmail(email)],
  )
  const row = rows[0]
  return row && { user: userOf(row), hash: row.hash }
}

/** Finds the user with this e-mail, with a password or not yet. */
export const findUserByEmail = async (q: Queries, model: Model, email: string): Promise<StoredUser | undefined> => {
  const { rows } = await q.query<UserRow>(`SELECT ${userColumns} FROM ${usersOf(model)} WHERE lower(email) = $1`, [
    normalizeEmail(email),
  ])
  return rows[0] && userOf(rows[0])
}

export const findUser = async (q: Queries, model: Model, id: number): Promise<StoredUser | undefined> => {
  const { rows } = await q.query<UserRow>(`SELECT ${userColumns} FROM ${usersOf(model)} WHERE id = $1`, [id])
  return rows[0] && userOf(rows[0])
}

export const findPasswordHash = async (q: Queries, userId: number): Promise<string | undefined> => {
  const { rows } = await q.query<{ hash: string }>('SELECT hash FROM system.passwords WHERE "userId" = $1', [userId])
  return rows[0]?.hash
}

/** Tells whether somebody has made a password, be it in the transaction of `q`. */
export const hasPassword = async (q: Queries, userId: number): Promise<boolean> =>
  (await q.query('SELECT FROM system.password_holders WHERE "userId" = $1', [userId])).rowCount > 0

/** The first password of somebody, in the transaction of `q`, which may put hashes in and read none. */
export const addPasswordHash = async (q: Queries, userId: number, hash: string): Promise<void> => {
  await q.query('INSERT INTO system.passwords ("userId", hash) VALUES ($1, $2)', [userId, hash])
}

export const setPasswordHash = async (q: Queries, userId: number, hash: string): Promise<void> => {
  await q.query(
    'INSERT INTO system.passwords ("userId", hash) VALUES ($1, $2) ON CONFLICT ("userId") DO UPDATE SET hash = $2, "changedAt" = excluded."changedAt"',
    [userId, hash],
  )
}

/** The user's tie to a store: owner or employee, with the flags as columns. */
export interface StoreMembership {
  readonly storeId: number
  readonly owner: boolean
  readonly row: Readonly<Record<string, unknown>>
}

/** Values of a membership's `convite`: only who accepted is in the store. */
export const invitationStates = { pending: 1, accepted: 2, refused: 3 } as const

/** Value of a membership's `type` for owners. */
export const ownerMembershipType = 1

export const findMemberships = async (q: Queries, model: Model, userId: number, storeId?: number): Promise<StoreMembership[]> => {
  const inStore = storeId === undefined ? '' : ' AND "lojaId" = $2'
  const { rows } = await q.query(
    `${membershipsOf(model)}${inStore} ORDER BY "lojaId", id`,
    storeId === undefined ? [userId] : [userId, storeId],
  )
  return rows.filter(isOpen).map(membershipOf)
}

/** Tells whether the owner of a store has not shut this person out of it. */
const isOpen = (row: Readonly<Record<string, unknown>>): boolean => row.bloqueado !== true

/**
 * Tells whether owners have shut somebody out of every store that they are tied to. While a machine is away it may have one that is open: what they may
 * do there each call asks.
 */
export const isShutOutOfStores = async (q: Queries, model: Model, userId: number): Promise<boolean> => {
  const { rows } = await q.query(membershipsOf(model), [userId]).catch((error: unknown) => {
    if (!isMachineAway(q, error)) throw error
    return { rows: [] }
  })
  return rows.length > 0 && !rows.some(isOpen)
}

/** Those of the machines that answer, while another one is away; undefined where these cannot be asked. `q`: the first machine's, as owner. */
export const findReachableMemberships = async (
  q: Queries,
  model: Model,
  userId: number,
): Promise<StoreMembership[] | undefined> => {
  const table = roleTable(model, 'memberships')
  const { rows } = await q
    .query<{ found: Record<string, unknown>[] | null }>(
      'SELECT CASE WHEN success THEN result::json END AS found FROM run_command_on_shards($1::regclass, $2)',
      [table, `SELECT json_agg(m) FROM %s m WHERE "userId" = ${Math.trunc(userId)}`],
      '',
    )
    .catch(() => ({ rows: undefined }))
  return rows
    ?.flatMap(({ found }) => found ?? [])
    .filter(isOpen)
    .map(membershipOf)
    .toSorted((one, other) => one.storeId - other.storeId || Number(one.row.id) - Number(other.row.id))
}

const membershipsOf = (model: Model): string => `SELECT * FROM ${roleTable(model, 'memberships')} WHERE "userId" = $1`

const membershipOf = (row: Record<string, unknown>): StoreMembership => ({
  storeId: Number(row.lojaId),
  owner: Number(row.type) === ownerMembershipType,
  row,
})

/** E-mails of a store's owners. */
export const findOwnerEmails = async (q: Queries, model: Model, lojaId: number): Promise<string[]> => {
  const { rows } = await q.query<{ email: string }>(
    `SELECT u.email FROM ${roleTable(model, 'memberships')} m JOIN ${usersOf(model)} u ON u.id = m."userId"
     WHERE m."lojaId" = $1 AND m.type = $2 AND to_jsonb(m)->>'bloqueado' IS DISTINCT FROM 'true'
       AND u.active IS NOT FALSE AND u.block IS NOT TRUE ORDER BY u.id`,
    [lojaId, ownerMembershipType],
  )
  return rows.map(({ email }) => email)
}

/** E-mails of those who run the platform. */
export const findAdministratorEmails = async (q: Queries, model: Model): Promise<string[]> => {
  const { rows } = await q.query<{ email: string }>(
    `SELECT email FROM ${usersOf(model)} WHERE admin AND NOT coalesce(block, false) ORDER BY id`,
  )
  return rows.map(({ email }) => email)
}

/** A store as sessions need it. */
export interface Store {
  readonly id: number
  readonly row: Readonly<Record<string, unknown>>
  readonly zone: string
  /** The store's administrator user: its licence. Without one the store is active. */
  readonly adminUser: { readonly id: number; readonly active: boolean; readonly block: boolean } | null
  /** Whether its owners and administrators need a second factor. */
  readonly asksSecondFactor?: boolean
}

type StoreRow = Record<string, unknown> & { admin_id: string | null; admin_active: boolean | null; admin_block: boolean | null }

const storeStatement = (model: Model, where: string): string =>
  `SELECT l.*, u.id AS admin_id, u.active AS admin_active, u.block AS admin_block FROM ${roleTable(model, 'store')} l LEFT JOIN ${usersOf(model)} u ON u.id = l."adminUserId" ${where} ORDER BY l.id`

const storeOf = ({ admin_id, admin_active, admin_block, ...row }: StoreRow): Store => ({
  id: Number(row.id),
  row,
  zone: typeof row.fuso_horario === 'string' ? row.fuso_horario : 'America/Sao_Paulo',
  adminUser: admin_id === null ? null : { id: Number(admin_id), active: admin_active !== false, block: admin_block === true },
  asksSecondFactor: row.exigir_segundo_fator === true,
})

export const findStores = async (q: Queries, model: Model, ids: readonly number[] | 'all'): Promise<Store[]> => {
  const { rows } =
    ids === 'all'
      ? await q.query<StoreRow>(storeStatement(model, ''))
      : await q.query<StoreRow>(storeStatement(model, 'WHERE l.id = ANY ($1)'), [ids])
  return rows.map(storeOf)
}

export const isStoreActive = (store: Store): boolean =>
  store.adminUser === null || (store.adminUser.active && !store.adminUser.block)

/** The people with these keys, and the keys of programs. Users belong to no store: who wrote in a store may be named to who may read it. */
export async function authorsOf(ids: Iterable<number | null>, model: Model, q: Queries): Promise<Map<number, Author>> {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  if (wanted.length === 0) return new Map()
  const keys = await namesOfKeys(
    q,
    wanted.filter(id => id < 0),
  )
  const { rows } = await q.query(`SELECT id, nome, email FROM ${usersOf(model)} WHERE id = ANY($1)`, [wanted])
  return new Map<number, Author>([
    ...[...keys].map(([id, nome]) => [id, { id, nome, email: '' }] as const),
    ...rows.map(row => {
      const author = { id: Number(row.id), nome: String(row.nome ?? row.email ?? ''), email: String(row.email ?? '') }
      return [author.id, author] as const
    }),
  ])
}
