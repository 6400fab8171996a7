import { randomUUID } from 'node:crypto'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { QuotaName } from '../../model/access/limits.ts'
import type { Caller } from '../access/caller.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'

const MEGABYTE = 1_000_000
/** Milliseconds for which nobody looks again which files of a store were saved. */
const PATIENCE = 1000

interface Room {
  readonly unsaved: number
  readonly kept: number
  readonly added: boolean
}

const added = (q: Queries, params: readonly unknown[]) =>
  q.query<{ unsaved: number; kept: number; added: boolean }>(
    `WITH used AS (SELECT coalesce(sum(bytes) FILTER (WHERE "savedAt" IS NULL), 0) AS unsaved, coalesce(sum(bytes), 0) AS kept
       FROM system.sent_files WHERE "lojaId" = $1),
     added AS (INSERT INTO system.sent_files ("lojaId", name, bytes) SELECT $1, $2::uuid, $3::bigint FROM used
       WHERE unsaved + $3::bigint <= $4::float8 AND kept + $3::bigint <= $5::float8 RETURNING 1)
     SELECT unsaved::float8 AS unsaved, kept::float8 AS kept, EXISTS (SELECT FROM added) AS added FROM used`,
    params,
  )

/** Of each store the reservation that is going on, and when its files were looked through last. */
const turns = new WeakMap<Queries, Map<number, Promise<unknown>>>()
const looked = new WeakMap<Queries, Map<number, number>>()

/**
 * Reserves room for a file that is about to be kept; gives the name of its folder. Throws ApiError 413 once the store has as much as it may, or as much
 * that no record names: files that were saved meanwhile are found out before that is said. Where nothing is limited it is but a name.
 */
export async function reserveFile(service: Service, { storeId }: Pick<Caller, 'storeId'>, bytes: number): Promise<string> {
  const name = randomUUID()
  if (!service.quotas || storeId === null || storeId === 0) return name
  const q = service.database.system
  const waiting = memoizeByKey(turns, q, () => new Map<number, Promise<unknown>>())
  // One after another: many that come at once would not see each other.
  const turn = (waiting.get(storeId) ?? Promise.resolve()).then(
    () => reserve(service, storeId, name, bytes),
    () => reserve(service, storeId, name, bytes),
  )
  waiting.set(storeId, turn)
  try {
    await turn
  } finally {
    if (waiting.get(storeId) === turn) waiting.delete(storeId)
  }
  return name
}

async function reserve(service: Service, storeId: number, name: string, bytes: number): Promise<void> {
  const q = service.database.system
  const most = { unsaved: await limitOf(service, 'unsaved', storeId), files: await limitOf(service, 'files', storeId) }
  const attempt = async (): Promise<Room> => {
    const { rows } = await added(q, [storeId, name, bytes, most.unsaved * MEGABYTE, most.files * MEGABYTE])
    return rows[0] ?? { unsaved: 0, kept: 0, added: false }
  }
  let room = await attempt()
  if (!room.added && (await noteSaved(service, storeId))) room = await attempt()
  const more = room.added ? bytes : 0
  service.quotas?.note('unsaved', storeId, Math.ceil((room.unsaved + more) / MEGABYTE))
  service.quotas?.note('files', storeId, Math.ceil((room.kept + more) / MEGABYTE))
  if (room.added) return
  const isUnsaved = room.unsaved + bytes > most.unsaved * MEGABYTE
  throw new ApiError(413, isUnsaved ? 'quota.unsaved-full' : 'quota.files-full', {
    used: Math.round((isUnsaved ? room.unsaved : room.kept) / MEGABYTE).toLocaleString('pt-BR'),
    most: (isUnsaved ? most.unsaved : most.files).toLocaleString('pt-BR'),
  })
}

const limitOf = async ({ quotas }: Service, name: QuotaName, storeId: number): Promise<number> =>
  (await quotas?.limitOf(name, storeId)) ?? Number.MAX_SAFE_INTEGER / MEGABYTE

/** Finds out which files of a store are named by a record or its history by now; whether it looked, which it does not at every call. */
async function noteSaved({ quotas, database }: Service, storeId: number): Promise<boolean> {
  const q = database.system
  const last = memoizeByKey(looked, q, () => new Map<number, number>())
  if (Date.now() - (last.get(storeId) ?? 0) < PATIENCE) return false
  last.set(storeId, Date.now())
  const saved = (await quotas?.savedFiles(storeId)) ?? []
  await q.query(
    `UPDATE system.sent_files SET "savedAt" = now() WHERE "lojaId" = $1 AND "savedAt" IS NULL AND name = ANY ($2::uuid[])`,
    [storeId, saved],
  )
  return true
}

/** The file was not kept after all. */
export const giveBackFile = async ({ database }: Service, storeId: number | null, name: string): Promise<void> =>
  void (await database.system.query('DELETE FROM system.sent_files WHERE "lojaId" = $1 AND name = $2', [storeId ?? 0, name]))
