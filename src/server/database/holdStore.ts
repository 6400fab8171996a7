import type { Queries } from '../access/caller.ts'

/**
 * Waits until nobody else holds the store, and holds it until the transaction at hand ends. Whoever draws numbers of a store, or keeps what
 * comes but once, does so one after the other. It locks no row: a store's row stands on every machine of a distributed database, and who
 * locks it there makes all stores wait. The first machine keeps the lock.
 */
export const holdStore = async (q: Queries, lojaId: number): Promise<void> => {
  await q.query("SELECT pg_advisory_xact_lock(hashtextextended('store ' || $1::bigint, 0))", [lojaId])
}
