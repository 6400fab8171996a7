import { randomUUID } from 'node:crypto'
import { holdInStore } from '../database/holdInStore.ts'
import type { Queries } from '../database/queries.ts'
import type { ServerDatabase } from '../database/serverDatabase.ts'
import type { YearHead } from './yearHead.ts'

/** A year of a store whose records are in an archive. */
export interface ArchivedYear {
  readonly year: number
  readonly from: Date
  readonly until: Date
}

/** The years of a store whose records left for an archive, or are leaving: what comes for them late cannot be told from what was there. */
export async function archivedYears(q: Queries, register: string, lojaId: number): Promise<ArchivedYear[]> {
  const { rows } = await q.query<{ year: number; from: string; until: string }>(
    'SELECT DISTINCT year, "from", "until" FROM system.archived_years WHERE register = $1 AND "lojaId" = $2 ORDER BY year',
    [register, lojaId],
  )
  return rows.map(({ year, from, until }) => ({ year, from: new Date(from), until: new Date(until) }))
}

const lockOfYears = (register: string): string => `years ${register}`

/**
 * Keeps years of a store from leaving until the transaction at hand ends. To be called before `archivedYears` by who then writes what may be of a
 * year that is about to leave: it would stand beside what is noted of it.
 */
export const holdYears = (q: Queries, register: string, lojaId: number): Promise<void> =>
  holdInStore(q, lojaId, lockOfYears(register), 'shared')

/** Before the first record leaves, once nobody writes who does not know it. */
export async function markLeaving(
  { asOwner }: Pick<ServerDatabase, 'asOwner'>,
  { id, register, year, stores }: YearHead,
): Promise<void> {
  for (const store of stores)
    await asOwner(async q => {
      await holdInStore(q, store.id, lockOfYears(register))
      await q.query(
        `INSERT INTO system.archived_years (register, "lojaId", year, archive, "from", "until")
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [register, store.id, year, id, store.from, store.until],
      )
    })
}

/** Once the last one left. */
export const markLeft = async (q: Queries, { id }: YearHead): Promise<void> => {
  await q.query('UPDATE system.archived_years SET "leftAt" = now() WHERE archive = $1 AND "leftAt" IS NULL', [id])
}

/** Once all are back. */
export const markBack = async (q: Queries, { id }: YearHead): Promise<void> => {
  await q.query('DELETE FROM system.archived_batches WHERE archive = $1', [id])
  await q.query('DELETE FROM system.archived_years WHERE archive = $1', [id])
}

const SETTING = 'database id'

/** Returns the id that tells this database from others; its copies have the same, as they have its rows. */
export async function databaseId(q: Queries): Promise<string> {
  await q.query('INSERT INTO system.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    SETTING,
    JSON.stringify(randomUUID()),
  ])
  const { rows } = await q.query<{ value: string }>('SELECT value FROM system.settings WHERE name = $1', [SETTING])
  return rows[0]?.value ?? ''
}
