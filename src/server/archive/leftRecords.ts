import type { Queries } from '../database/queries.ts'
import type { YearBatch } from './readYear.ts'
import { keyOfRow } from './recordRows.ts'
import type { YearHead } from './yearHead.ts'

/**
 * Keys of the records of a batch that left by this archive, whether they are back or not; undefined where nothing of the batch did. A record that
 * stayed, as it had been changed, may be gone by a later archive, which holds it as it was last.
 */
export async function leftRecords(
  q: Queries,
  { id }: YearHead,
  { nth, rows }: YearBatch,
): Promise<ReadonlySet<string> | undefined> {
  const { rows: noted } = await q.query<{ others: string[] }>(
    'SELECT others::text[] AS others FROM system.archived_batches WHERE archive = $1 AND batch = $2',
    [id, nth],
  )
  if (!noted[0]) return undefined
  const others = new Set(noted[0].others)
  return new Set((rows[0] ?? []).map(keyOfRow).filter(key => !others.has(key)))
}

/** Notes of a batch which of its records did not leave by this archive, in the transaction in which the rest of it does. */
export async function noteOthers(q: Queries, { id }: YearHead, { nth }: YearBatch, others: readonly string[]): Promise<void> {
  await q.query(
    `INSERT INTO system.archived_batches (archive, batch, others) VALUES ($1, $2, $3::bigint[])
     ON CONFLICT (archive, batch) DO UPDATE SET others = excluded.others`,
    [id, nth, others],
  )
}
