import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { OwnedMemory } from '../../base/boundedMemory.ts'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Caller } from '../access/caller.ts'
import type { Counter } from '../access/quotaCounter.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'

const MEGABYTE = 1_000_000
/** Milliseconds for which nobody looks again which files of a store were saved. */
const PATIENCE = 1000
/** Other stores of a person that are looked through at once, those with most of their files first. */
const OTHER_STORES = 5

/** The limits that a file has to fit under, from the narrowest on. */
const limits = [
  { name: 'unsaved', of: 'user', code: 'quota.unsaved-full-user' },
  { name: 'unsaved', of: 'store', code: 'quota.unsaved-full' },
  { name: 'files', of: 'user', code: 'quota.files-full-user' },
  { name: 'files', of: 'store', code: 'quota.files-full' },
] as const

/** One of them, with the bytes that there are. */
interface Room {
  readonly name: 'unsaved' | 'files'
  readonly of: Counter['of']
  readonly most: number
  readonly used: number
}

/** A file that is about to be kept. */
interface NewFile {
  readonly name: string
  readonly bytes: number
  readonly storeId: number
  readonly userId: number
}

const ADD = `WITH used AS (
    SELECT ARRAY[coalesce(sum(bytes) FILTER (WHERE "userId" = $2 AND "savedAt" IS NULL), 0), coalesce(sum(bytes) FILTER (WHERE "lojaId" = $1 AND "savedAt" IS NULL), 0),
      coalesce(sum(bytes) FILTER (WHERE "userId" = $2), 0), coalesce(sum(bytes) FILTER (WHERE "lojaId" = $1), 0)]::float8[] AS bytes
    FROM system.sent_files WHERE "lojaId" = $1 OR "userId" = $2),
  added AS (INSERT INTO system.sent_files ("lojaId", "userId", name, bytes) SELECT $1, $2, $3::uuid, $4::bigint FROM used
    WHERE NOT EXISTS (SELECT FROM unnest(bytes, $5::float8[]) AS u(used, most) WHERE used + $4::bigint > most) RETURNING 1)
  SELECT bytes AS used, EXISTS (SELECT FROM added) AS added FROM used`

/** Of each store and each person the reservation that is going on: it goes with it. */
const turns = new WeakMap<Queries, Map<string, Promise<unknown>>>()
/** Of each store when its files were looked through last. */
const looked = new OwnedMemory<Queries, number, { at: number }>('looks at files', { most: 10_000 })

/**
 * Reserves room for a file that is about to be kept; gives the name of its folder, and tells with the reply what room there is. Throws ApiError 413 once the store,
 * or the person in all stores, has as much as they may, or as much that no record names: files that were saved meanwhile are found out before that is said. Where
 * nothing is limited it is but a name.
 */
export async function reserveFile(
  request: FastifyRequest,
  service: Service,
  { storeId, userId }: Pick<Caller, 'storeId' | 'userId'>,
  bytes: number,
): Promise<string> {
  const name = randomUUID()
  if (!service.quotas || storeId === null || storeId === 0) return name
  const waiting = memoizeByKey(turns, service.database.system, () => new Map<string, Promise<unknown>>())
  // One after another: many that come at once would not see each other.
  const keys = [`store ${storeId}`, `user ${userId}`]
  const turn = Promise.allSettled(keys.map(key => waiting.get(key))).then(() =>
    reserve(request, service, { name, bytes, storeId, userId }),
  )
  for (const key of keys) waiting.set(key, turn)
  try {
    await turn
  } finally {
    for (const key of keys) if (waiting.get(key) === turn) waiting.delete(key)
  }
  return name
}

async function reserve(request: FastifyRequest, service: Service, file: NewFile): Promise<void> {
  const { bytes, storeId } = file
  const most = await Promise.all(limits.map(({ name, of }) => limitOf(service, name, of, storeId)))
  let { added, rooms } = await attempt(service, file, most)
  if (!added && (await noteSaved(service, storeId))) ({ added, rooms } = await attempt(service, file, most))
  const full = (): number => rooms.findIndex(room => room.used + bytes > room.most)
  if (!added && limits[full()]?.of === 'user' && (await noteSavedElsewhere(service, file)))
    ({ added, rooms } = await attempt(service, file, most))
  const more = added ? bytes : 0
  const told = rooms.map(room => ({ ...room, used: room.used + more }))
  request.room = told.filter((_, at) => most[at] !== Number.MAX_SAFE_INTEGER)
  for (const { name, of, used } of told) if (of === 'store') service.quotas?.note(name, storeId, Math.ceil(used / MEGABYTE))
  if (added) return
  const room = rooms[full()]
  throw new ApiError(413, limits[full()]?.code ?? 'quota.files-full', {
    used: Math.round((room?.used ?? 0) / MEGABYTE).toLocaleString('pt-BR'),
    most: Math.round((room?.most ?? 0) / MEGABYTE).toLocaleString('pt-BR'),
  })
}

async function attempt(
  { database }: Service,
  { name, bytes, storeId, userId }: NewFile,
  most: readonly number[],
): Promise<{ readonly added: boolean; readonly rooms: readonly Room[] }> {
  const { rows } = await database.system.query<{ used: number[]; added: boolean }>(ADD, [storeId, userId, name, bytes, most])
  const { used = [], added = false } = rows[0] ?? {}
  return {
    added,
    rooms: limits.map(({ name: quota, of }, at) => ({ name: quota, of, most: most[at] ?? 0, used: used[at] ?? 0 })),
  }
}

async function limitOf({ quotas }: Service, name: Room['name'], of: Counter['of'], storeId: number): Promise<number> {
  const most = await quotas?.limitOf(name, of, storeId)
  return most === undefined ? Number.MAX_SAFE_INTEGER : most * MEGABYTE
}

/** Finds out which files of a store are named by a record or its history by now; whether it looked, which it does not at every call. */
async function noteSaved({ quotas, database }: Service, storeId: number): Promise<boolean> {
  const q = database.system
  const last = looked.of(q, storeId, () => ({ at: 0 }))
  if (Date.now() - last.at < PATIENCE) return false
  last.at = Date.now()
  const saved = (await quotas?.savedFiles(storeId)) ?? []
  await q.query(
    `UPDATE system.sent_files SET "savedAt" = now() WHERE "lojaId" = $1 AND "savedAt" IS NULL AND name = ANY ($2::uuid[])`,
    [storeId, saved],
  )
  return true
}

/** The same in other stores to which the person sent files. */
async function noteSavedElsewhere(service: Service, { storeId, userId }: NewFile): Promise<boolean> {
  const { rows } = await service.database.system.query<{ store: number }>(
    `SELECT "lojaId"::float8 AS store FROM system.sent_files WHERE "userId" = $1 AND "lojaId" <> $2 AND "savedAt" IS NULL
     GROUP BY 1 ORDER BY sum(bytes) DESC LIMIT ${OTHER_STORES}`,
    [userId, storeId],
  )
  const looks = []
  for (const { store } of rows) looks.push(await noteSaved(service, store))
  return looks.includes(true)
}

/** The file was not kept after all. */
export const giveBackFile = async ({ database }: Service, storeId: number | null, name: string): Promise<void> =>
  void (await database.system.query('DELETE FROM system.sent_files WHERE "lojaId" = $1 AND name = $2', [storeId ?? 0, name]))
