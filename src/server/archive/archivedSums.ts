import type { Queries } from '../database/queries.ts'
import type { ArchivedRows } from '../tables/derivedTables.ts'

/** Lets derived tables remember what rows (keys, of one store) add, or forget it, in the transaction in which these go or come. */
export async function noteInSums(
  q: Queries,
  sums: readonly ArchivedRows[],
  deed: 'remember' | 'forget',
  lojaId: number,
  ids: readonly number[],
): Promise<void> {
  for (const each of sums) {
    await each.hold?.(q, lojaId)
    for (const statement of each[deed]) await q.query(statement, [lojaId, ids])
  }
}
