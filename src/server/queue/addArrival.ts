import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Queries } from '../database/queries.ts'
import { inGroups } from './inGroups.ts'

/** Something for a queue that may have come before. */
export interface QueueArrival {
  readonly queue: string
  /** The key of an arrival: repeated ones have the same. */
  readonly key: string
  /** Days for which the key is known. */
  readonly days: number
  readonly id: string
  readonly content: string
  /** Its lane, in a queue whose lanes take turns. */
  readonly lane: string
  /** Days after which it goes even though it was never done; null: it stays until it is. */
  readonly keepDays: number | null
}

const arrivals = new WeakMap<Queries, (arrival: QueueArrival) => Promise<boolean>>()

/**
 * Notes it unless its key is known; tells whether it is new. What arrives together is noted by one statement, which waits for the disk once: each is
 * answered when all of it is kept.
 */
export const addArrival = (q: Queries, arrival: QueueArrival): Promise<boolean> =>
  memoizeByKey(arrivals, q, () => inGroups((group: readonly QueueArrival[]) => addArrivals(q, group)))(arrival)

const nameOf = ({ queue, key }: QueueArrival): string => `${queue} ${key}`

async function addArrivals(q: Queries, group: readonly QueueArrival[]): Promise<boolean[]> {
  const first = new Map<string, QueueArrival>()
  for (const arrival of group) memoizeByKey(first, nameOf(arrival), () => arrival)
  // In one order everywhere: two servers that take the same ones do not wait for each other in a circle.
  const taken = [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, arrival]) => arrival)
  const column = <N extends keyof QueueArrival>(name: N): QueueArrival[N][] => taken.map(each => each[name])
  const { rows } = await q.query<{ id: string }>(
    `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::int[], $7::text[]) AS g(queue, key, days, id, content, keep, lane)),
     fresh AS (INSERT INTO system.queue_keys (queue, key, "expiresAt") SELECT queue, key, now() + days * interval '1 day' FROM given
       ON CONFLICT DO NOTHING RETURNING queue, key)
     INSERT INTO system.queue (id, queue, content, "expiresAt", lane) SELECT id, queue, content, now() + keep * interval '1 day', lane
     FROM given JOIN fresh USING (queue, key) RETURNING id`,
    [column('queue'), column('key'), column('days'), column('id'), column('content'), column('keepDays'), column('lane')],
  )
  const added = new Set(rows.map(({ id }) => id))
  return group.map(({ id }) => added.has(id))
}
