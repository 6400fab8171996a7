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
  const busy = new Set<string>()
  let claiming: Promise<unknown> = Promise.resolve()
  const claim = async (): Promise<QueuedItem | undefined> => {
    const taken = await queue.claim(q, [...busy])
    if (taken && lanes > 1) busy.add(taken.lane)
    return taken
  }
  const next = async (): Promise<boolean> => {
    // One at a time: two that ask at once would both find the same lane free.
    const turn = claiming.then(claim)
    claiming = turn.catch(() => undefined)
    const taken = await turn
    if (!taken) return false
    await attempt(taken).finally(() => busy.delete(taken.lane))
    return true
  }
  return lanes === 1
    ? startRounds({ log, every, next })
    : abreast(Array.from({ length: lanes }, () => startRounds({ log, every, next })))
}

/** Several that take from one queue, as one. */
const abreast = (workers: readonly QueueWorker[]): QueueWorker => ({
  wake() {
    for (const worker of workers) worker.wake()
  },
  async deliver() {
    await Promise.all(workers.map(worker => worker.deliver()))
  },
  async close() {
    await Promise.all(workers.map(worker => worker.close()))
  },
})
