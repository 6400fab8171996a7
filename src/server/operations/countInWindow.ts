import type { Queries } from '../database/queries.ts'

/** Calls counted in the database, where all servers behind a balancer see the same count. What is counted is gone soon: none of it is logged. */
const COUNT = `INSERT INTO system.rate_counts AS r (key, count, "endsAt") VALUES ($1, 1, now() + $2::float8 * interval '1 millisecond')
  ON CONFLICT (key) DO UPDATE SET count = CASE WHEN r."endsAt" <= now() THEN 1 ELSE r.count + 1 END,
    "endsAt" = CASE WHEN r."endsAt" <= now() THEN excluded."endsAt" ELSE r."endsAt" END
  RETURNING count, extract(epoch FROM "endsAt" - now())::float8 * 1000 AS ttl`

export interface WindowCount {
  /** How many there were in the window, this one included. */
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/** Counts one more under the key, in a window that begins with the first. */
export async function countInWindow(q: Queries, key: string, window: number): Promise<WindowCount> {
  const { rows } = await q.query<{ count: number; ttl: number }>(COUNT, [key, window])
  return { current: rows[0]?.count ?? 1, ttl: rows[0]?.ttl ?? window }
}

/** Takes one back that was counted and does not count. */
export const uncountInWindow = async (q: Queries, key: string): Promise<void> =>
  void (await q.query('UPDATE system.rate_counts SET count = greatest(count - 1, 0) WHERE key = $1', [key]))
