import type { Queries } from '../database/queries.ts'
import { createDurableQueue } from '../queue/durableQueue.ts'

/** The event and the reaction to run. */
interface QueuedReaction {
  readonly reaction: string
  readonly payload: unknown
}

/** Reactions that follow once a transaction stands. Each stays until it is done: what follows from a sale must not get lost. */
export const reactionQueue = createDurableQueue<QueuedReaction>({
  name: 'reaction',
  lease: 300,
  firstDelay: 1,
  longestDelay: 3600,
})

/** Notes what is to be done, as part of the transaction that is its reason. */
export const enqueueReactions = (q: Queries, reactions: readonly string[], payload: unknown): Promise<void> =>
  reactionQueue.add(
    q,
    reactions.map(reaction => ({ reaction, payload })),
  )
