import type { Logger } from 'pino'
import type { Queries } from '../database/queries.ts'
import { inSpan } from '../tracing/spans.ts'
import type { DurableQueue, QueuedItem } from './durableQueue.ts'
import { type QueueWorker, startRounds } from './rounds.ts'

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly why: string
  /** Trying again would not help. */
  readonly forever: boolean
  /** Further members of its log lines; nothing of an item's content. */
  readonly log?: Readonly<Record<string, unknown>>
  /** Seconds before the next attempt, where the queue's own do not fit. */
  readonly after?: number
}

export interface QueueWorkerOptions<T> {
  readonly queue: DurableQueue<T>
  readonly q: Queries
  readonly log: Logger
  /** Does one item; what it throws puts the item off. The id is the same at every attempt. */
  run(item: T, id: string): Promise<void>
  /** `attempts`: how many there were by now. */
  failureOf(error: unknown, attempts: number): AttemptFailure
  /** Told before something is given up for good; what it throws puts the item off once more. */
  gaveUp?(item: T, why: string): Promise<void>
  /** Lanes of which one item each is done at once, in a queue with lanes; one after another unless told. */
  readonly lanes?: number
  /** Milliseconds between two rounds. */
  readonly every?: number | undefined
}

/** Takes what is due out of a queue and does it, one after another. */
export function startQueueWorker<T>({
  queue,
  q,
  log,
  run,
  failureOf,
  gaveUp,
  every = 10_000,
  lanes = 1,
}: QueueWorkerOptions<T>): QueueWorker {
  const attempt = async (taken: QueuedItem): Promise<void> => {
    try {
      const values = { 'retaguarda.attempts': taken.attempts }
      await inSpan({ name: `queue ${queue.rules.name}`, values }, () => run(queue.rules.read(taken.content), taken.id))
      await queue.finish(q, taken)
    } catch (error) {
      const { why, forever, log: more, after } = failureOf(error, taken.attempts)
      log.warn({ queue: queue.rules.name, id: taken.id, attempts: taken.attempts, why, forever, ...more }, 'not done')
      const told = !forever || !gaveUp || (await isTold(gaveUp(queue.rules.read(taken.content), why)))
      await (forever && told ? queue.giveUp(q, taken, why) : queue.putOff(q, taken, why, after))
    }
  }
  const isTold = (telling: Promise<void>): Promise<boolean> =>
    telling.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'not told that it is given up')
        return false
      },
    )
  if (lanes === 1) {
    const next = async (): Promise<boolean> => {
      const taken = await queue.claim(q)
      if (taken) await attempt(taken)
      return taken?.more === true
    }
    return startRounds({ log, every, next })
  }
  const busy = new Map<string, Promise<void>>()
  /** Something may be due that waits for a lane. */
  let waits = false
  /** Takes one and leaves it to its lane; false when there is none, or no lane is free. */
  const take = async (): Promise<boolean> => {
    waits = true
    if (busy.size === lanes) return false
    const taken = await queue.claim(q, [...busy.keys()])
    waits = taken ? taken.more : busy.size > 0
    if (!taken) return false
    const done = attempt(taken).finally(() => {
      busy.delete(taken.lane)
      if (waits) rounds.wake()
    })
    busy.set(taken.lane, done)
    return taken.more
  }
  const begun = (): Promise<unknown> => Promise.all(busy.values())
  const rounds = startRounds({ log, every, next: take, begun })
  return {
    ...rounds,
    async deliver() {
      await rounds.deliver()
      while (busy.size > 0) {
        await begun()
        await rounds.deliver()
      }
    },
  }
}
