import type { Logger } from 'pino'
import type { Queries } from '../access/caller.ts'
import type { DurableQueue, QueuedItem } from './durableQueue.ts'
import { type QueueWorker, startRounds } from './rounds.ts'

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly why: string
  /** Trying again would not help. */
  readonly forever: boolean
  /** What the log tells besides; nothing of an item's content. */
  readonly log?: Readonly<Record<string, unknown>>
}

export interface QueueWorkerOptions<T> {
  readonly queue: DurableQueue<T>
  readonly q: Queries
  readonly log: Logger
  /** Does one item; what it throws puts the item off. The id is the same at every attempt. */
  run(item: T, id: string): Promise<void>
  failureOf(error: unknown): AttemptFailure
  /** Milliseconds between two rounds. */
  readonly every?: number | undefined
}

/** Takes what is due out of a queue and does it, one after another. */
export function startQueueWorker<T>({ queue, q, log, run, failureOf, every = 10_000 }: QueueWorkerOptions<T>): QueueWorker {
  const attempt = async (taken: QueuedItem): Promise<void> => {
    try {
      await run(queue.rules.read(taken.content), taken.id)
      await queue.finish(q, taken)
    } catch (error) {
      const { why, forever, log: more } = failureOf(error)
      log.warn({ queue: queue.rules.name, id: taken.id, attempts: taken.attempts, why, forever, ...more }, 'not done')
      await (forever ? queue.giveUp(q, taken, why) : queue.putOff(q, taken, why))
    }
  }
  return startRounds({
    log,
    every,
    async next() {
      const taken = await queue.claim(q)
      if (taken) await attempt(taken)
      return taken !== undefined
    },
  })
}
