import type { Queries, Service } from '../access/caller.ts'
import { type OutboxWorker, startOutboxWorker } from '../database/outboxWorker.ts'
import { claimReaction, markReactionDone, markReactionFailed } from './reactionOutbox.ts'

export interface ReactionWorkerOptions {
  readonly q: Queries
  readonly service: Service
  /** Milliseconds between two rounds. */
  readonly every?: number
}

/** Does what follows from transactions that stand. */
export const startReactionWorker = ({ q, service, every = 10_000 }: ReactionWorkerOptions): OutboxWorker =>
  startOutboxWorker({
    log: service.log,
    every,
    async next() {
      const taken = await claimReaction(q)
      if (!taken) return false
      const { id, reaction, payload, attempts } = taken
      try {
        const following = service.reactions.find(one => one.id === reaction)
        if (!following?.committed) throw new Error(`No area has the reaction "${reaction}"`)
        await following.committed(payload, { ...service, id })
        await markReactionDone(q, taken)
      } catch (error) {
        service.log.warn({ err: error, reaction, id, attempts }, 'reaction failed')
        await markReactionFailed(q, taken, error instanceof Error ? error.message : String(error))
      }
      return true
    },
  })
