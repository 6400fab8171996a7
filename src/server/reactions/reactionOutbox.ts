import { randomUUID } from 'node:crypto'
import type { Queries } from '../access/caller.ts'

/** Something to be done that a server took on: no other does it before its time is over. */
export interface ClaimedReaction {
  readonly id: string
  readonly reaction: string
  readonly payload: unknown
  readonly attempts: number
}

/** Notes what is to be done, as part of the transaction that is its reason. */
export async function enqueueReactions(q: Queries, reactions: readonly string[], payload: unknown): Promise<void> {
  await q.query(
    'INSERT INTO system.reactions (id, reaction, payload) SELECT id, reaction, $3 FROM unnest($1::uuid[], $2::text[]) AS r(id, reaction)',
    [reactions.map(() => randomUUID()), reactions, JSON.stringify(payload)],
  )
}

/** Seconds for which a reaction is its taker's. */
const LEASE = 300

/** Takes the oldest that is due; two servers never take the same. */
export async function claimReaction(q: Queries): Promise<ClaimedReaction | undefined> {
  const { rows } = await q.query<{ id: string; reaction: string; payload: unknown; attempts: number }>(
    `UPDATE system.reactions SET attempts = attempts + 1, "dueAt" = now() + $1::int * interval '1 second'
     WHERE id = (SELECT id FROM system.reactions WHERE "dueAt" <= now() ORDER BY "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, reaction, payload, attempts`,
    [LEASE],
  )
  return rows[0]
}

export async function markReactionDone(q: Queries, { id }: ClaimedReaction): Promise<void> {
  await q.query('DELETE FROM system.reactions WHERE id = $1', [id])
}

/** Seconds before the next attempt, from a second to an hour. */
export const reactionRetryDelay = (attempts: number): number => Math.min(2 ** (attempts - 1), 3600)

/** Puts a reaction off. It stays until it is done: what follows from a sale must not get lost. */
export async function markReactionFailed(q: Queries, { id, attempts }: ClaimedReaction, why: string): Promise<void> {
  await q.query(`UPDATE system.reactions SET failure = $2, "dueAt" = now() + $3::int * interval '1 second' WHERE id = $1`, [
    id,
    why,
    reactionRetryDelay(attempts),
  ])
}
