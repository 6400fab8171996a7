import type { Queries } from '../../../server/domain.ts'

/** Held by who changes what a product is made of, and shared by all who sell: neither misses what the other is about to write. */
const LOCK = 2_094_517

/** Waits until no recipe of the store is being changed; none will be before this transaction ends. */
export const shareRecipes = (q: Queries, lojaId: number) =>
  q.query('SELECT pg_advisory_xact_lock_shared($1, hashint8($2::bigint))', [LOCK, lojaId])

/** Waits until nobody's sales of the store are being written; none will be before this transaction ends. */
export const holdRecipes = (q: Queries, lojaId: number) =>
  q.query('SELECT pg_advisory_xact_lock($1, hashint8($2::bigint))', [LOCK, lojaId])
