import type { Counter } from '../access/quotaCounter.ts'
import type { Queries } from '../database/queries.ts'

const keyOf = ({ name, of, id, window }: Counter): string => `quota ${name} ${of} ${id} ${window}`

/** Adds what was used through this server to what all servers know, and takes in what was used through the others. */
export async function shareCounts(q: Queries, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  // In one order everywhere: two servers that tell of the same do not wait for each other in a circle.
  const told = counters
    .map(counter => ({ counter, key: keyOf(counter), own: counter.own, more: counter.own - counter.sent }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const { rows } = await q.query<{ key: string; count: number }>(
    `INSERT INTO system.rate_counts AS r (key, count, "endsAt")
     SELECT key, more, to_timestamp(ends / 1000) FROM unnest($1::text[], $2::int[], $3::float8[]) AS g(key, more, ends)
     ON CONFLICT (key) DO UPDATE SET count = least(r.count::bigint + excluded.count, 2147483647)::int RETURNING key, count`,
    [told.map(({ key }) => key), told.map(({ more }) => more), told.map(({ counter }) => counter.endsAt)],
  )
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  for (const { counter, key, own } of told) {
    counter.sent = own
    counter.others = Math.max(0, (counts.get(key) ?? own) - own)
  }
}
