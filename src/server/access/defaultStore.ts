import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { findMemberships } from './users.ts'

/** The store that calls without one mean for somebody who works in several; undefined when they must say it. */
export async function findDefaultStore(q: Queries, userId: number): Promise<number | undefined> {
  const { rows } = await q.query<{ lojaId: string }>('SELECT "lojaId" FROM system.default_stores WHERE "userId" = $1', [userId])
  return rows[0] && Number(rows[0].lojaId)
}

/**
 * Before somebody gets one more store: the only one that they had stays what calls without a store mean. Points of sale that were set
 * up for it go on as they are.
 */
export async function keepDefaultStore(q: Queries, model: Model, userId: number): Promise<void> {
  const [only, ...others] = new Set((await findMemberships(q, model, userId)).map(({ storeId }) => storeId))
  if (only === undefined || others.length > 0) return
  await q.query(
    'INSERT INTO system.default_stores ("userId", "lojaId") VALUES ($1, $2) ON CONFLICT ("userId") DO UPDATE SET "lojaId" = excluded."lojaId"',
    [userId, only],
  )
}
