import { randomUUID } from 'node:crypto'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Queries } from '../database/queries.ts'
import { addArrival } from './addArrival.ts'

/** How a queue keeps what is to be done, and how patient it is. */
export interface QueueRules<T> {
  /** Its name in the table. */
  readonly name: string
  /** Seconds for which something is its taker's; a server that dies meanwhile leaves it to the next. */
  readonly lease: number
  /** Seconds before the second attempt; each wait is twice the one before, up to `longestDelay`. */
  readonly firstDelay: number
  readonly longestDelay: number
  /** Days after which it goes even though it was never done; without it, it stays until it is. */
  readonly keepDays?: number
  /** Returns the lane of an item: lanes take turns, so that much of one holds no other up. Without it the oldest is next. */
  laneOf?(item: T): string
  /** How it is kept: as text, sealed where it must not be read in the database. */
  write(item: T): string
  read(content: string): T
}

/** Something that a server took on: no other does it before its lease is over. */
export interface QueuedItem {
  readonly id: string
  readonly content: string
  readonly lane: string
  /** This attempt's number, and with it the proof that it is still its taker's. */
  readonly attempts: number
  /** Whether something else was due. */
  readonly more: boolean
}

/** Work that must be done once a transaction stands, at least once, whichever server does it. */
export interface DurableQueue<T> {
  readonly rules: QueueRules<T>
  /** Notes it, as part of the transaction that is its reason; with `after`, not to be taken before so many seconds. */
  add(q: Queries, items: readonly T[], after?: number): Promise<void>
  /**
   * Notes it for so many seconds later, unless the same is noted already for a moment in the second half of that time: whoever takes that one finds
   * what this transaction wrote, as it is its last step.
   */
  addOnce(q: Queries, item: T, after: number): Promise<void>
  /**
   * Notes it unless something was noted under the same key within so many days, done or not; tells whether it is new. What is told to be new is
   * kept.
   */
  addNew(q: Queries, item: T, key: string, days: number): Promise<boolean>
  /**
   * Takes the oldest that is due, of the lane whose turn it is, and as many more of that lane as `most` says, the oldest first; two servers never take
   * the same. Of lanes that are `busy` it takes none.
   */
  claim(q: Queries, asked?: { readonly busy?: readonly string[]; readonly most?: number }): Promise<readonly QueuedItem[]>
  /** They were done: they are gone. */
  finish(q: Queries, ...items: readonly QueuedItem[]): Promise<void>
  /** They were not begun: others may take them. */
  release(q: Queries, ...items: readonly QueuedItem[]): Promise<void>
  /** It failed, and is tried again later each time, or after so many seconds. */
  putOff(q: Queries, item: QueuedItem, why: string, after?: number): Promise<void>
  /** It cannot be done: it is kept to be seen, and not tried again. */
  giveUp(q: Queries, item: QueuedItem, why: string): Promise<void>
  /** Removes an item that was given up: it was noted anew. */
  dropGivenUp(q: Queries, item: T): Promise<void>
  /** Seconds before the next attempt after so many. */
  delayAfter(attempts: number): number
}

/** An item is kept as JSON where a queue says nothing else. */
const asJson = { write: (item: unknown) => JSON.stringify(item), read: (content: string) => JSON.parse(content) }

const due = `FROM system.queue WHERE queue = $1 AND "dueAt" <= now()`
const firstOfLanes = (which: string): string =>
  `(SELECT id ${due} AND lane ${which} $4 AND lane <> ALL($5::text[]) ORDER BY lane, "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED)`
/** The oldest of the lane that comes after the last one, in a circle. */
const nextInTurn = `SELECT coalesce(${firstOfLanes('>')}, ${firstOfLanes('<=')}) AS id`
const oldest = `SELECT id ${due} ORDER BY "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED`

/** Takes what `first` gives and more of its lane. It waits for no disk: an item whose taking a crash of the database forgets is taken again. */
const taking = (first: string): string =>
  `WITH first AS MATERIALIZED (${first}),
     rest AS MATERIALIZED (SELECT id ${due} AND $3::int > 1 AND lane = (SELECT lane FROM system.queue WHERE id = (SELECT id FROM first))
       AND id <> (SELECT id FROM first) ORDER BY "dueAt" LIMIT $3::int - 1 FOR UPDATE SKIP LOCKED),
     taken AS MATERIALIZED (SELECT id FROM first WHERE id IS NOT NULL UNION ALL SELECT id FROM rest),
     mine AS (UPDATE system.queue t SET attempts = attempts + 1, "dueAt" = now() + $2::int * interval '1 second' FROM taken
       WHERE t.id = taken.id RETURNING t.id, content, attempts, lane, "createdAt")
   SELECT id, content, attempts, lane, set_config('synchronous_commit', 'off', true) AS quick,
     EXISTS (SELECT ${due} AND id NOT IN (SELECT id FROM taken)) AS more
   FROM mine ORDER BY id <> (SELECT id FROM first), "createdAt"`

/** The lane that each queue was taken from last, by this server. */
const lastLanes = new WeakMap<Queries, Map<string, string>>()
const turnOf = (q: Queries, queue: string): string => memoizeByKey(lastLanes, q, () => new Map<string, string>()).get(queue) ?? ''

/**
 * A queue in the database. Who was too slow and lost an item to another server changes nothing of it any more: an attempt is
 * settled only by whoever made it.
 */
export function createDurableQueue<T>(given: Omit<QueueRules<T>, keyof typeof asJson> & Partial<QueueRules<T>>): DurableQueue<T> {
  const rules: QueueRules<T> = { ...asJson, ...given }
  const { name, lease, firstDelay, longestDelay, keepDays = null } = rules
  const laneOf = (item: T): string => rules.laneOf?.(item) ?? ''
  const delayAfter = (attempts: number): number => Math.min(firstDelay * 2 ** (attempts - 1), longestDelay)
  /** Without a delay it is not tried again. */
  const settle = async (q: Queries, { id, attempts }: QueuedItem, why: string, delay: number | null): Promise<void> => {
    await q.query(
      `UPDATE system.queue SET failure = $3, "dueAt" = ${delay === null ? "'infinity'" : `now() + $4::int * interval '1 second'`}
       WHERE id = $1 AND attempts = $2`,
      delay === null ? [id, attempts, why] : [id, attempts, why, delay],
    )
  }
  return {
    rules,
    delayAfter,
    async add(q, items, after = 0) {
      await q.query(
        `INSERT INTO system.queue (id, queue, content, "expiresAt", "dueAt", lane)
         SELECT id, $3, content, now() + $4::int * interval '1 day', now() + $5::int * interval '1 second', lane
         FROM unnest($1::uuid[], $2::text[], $6::text[]) AS i(id, content, lane)`,
        [items.map(() => randomUUID()), items.map(item => rules.write(item)), name, keepDays, after, items.map(laneOf)],
      )
    },
    async addOnce(q, item, after) {
      // Requests may write into the queue and not read it: what is the same has the same id within half of that time.
      await q.query(
        `INSERT INTO system.queue (id, queue, content, "expiresAt", "dueAt")
         SELECT md5(concat_ws(':', $1::text, $2::text, slot))::uuid, $1, $2, now() + $3::int * interval '1 day', to_timestamp((slot + 2) * $4::float8 / 2)
         FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 2 / $4::float8) AS slot) s ON CONFLICT DO NOTHING`,
        [name, rules.write(item), keepDays, after],
      )
    },
    addNew: (q, item, key, days) =>
      addArrival(q, { queue: name, key, days, id: randomUUID(), content: rules.write(item), keepDays, lane: laneOf(item) }),
    async claim(q, { busy = [], most = 1 } = {}) {
      const { rows } = await q.query<QueuedItem & Record<string, unknown>>(
        taking(rules.laneOf ? nextInTurn : oldest),
        rules.laneOf ? [name, lease, most, turnOf(q, name), busy] : [name, lease, most],
      )
      const [first] = rows
      if (first) lastLanes.get(q)?.set(name, first.lane)
      return rows
    },
    async finish(q, ...items) {
      // Nor does this: an item whose end a crash of the database forgets is done again, as after a crash just before it.
      await q.query(
        `DELETE FROM system.queue q USING unnest($1::uuid[], $2::int[]) AS i(id, attempts) WHERE q.id = i.id AND q.attempts = i.attempts
         RETURNING set_config('synchronous_commit', 'off', true) AS quick`,
        [items.map(({ id }) => id), items.map(({ attempts }) => attempts)],
      )
    },
    async release(q, ...items) {
      await q.query(
        `UPDATE system.queue q SET attempts = q.attempts - 1, "dueAt" = now() FROM unnest($1::uuid[], $2::int[]) AS i(id, attempts)
         WHERE q.id = i.id AND q.attempts = i.attempts`,
        [items.map(({ id }) => id), items.map(({ attempts }) => attempts)],
      )
    },
    putOff: (q, item, why, after) => settle(q, item, why, after ?? delayAfter(item.attempts)),
    giveUp: (q, item, why) => settle(q, item, why, null),
    async dropGivenUp(q, item) {
      await q.query(`DELETE FROM system.queue WHERE queue = $1 AND "dueAt" = 'infinity' AND content = $2`, [
        name,
        rules.write(item),
      ])
    },
  }
}
