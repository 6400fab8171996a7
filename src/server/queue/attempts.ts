import type { Logger } from 'pino'
import type { Queries } from '../database/queries.ts'
import { inSpan } from '../tracing/spans.ts'
import type { DurableQueue, QueuedItem } from './durableQueue.ts'

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

export interface AttemptOptions<T> {
  readonly queue: DurableQueue<T>
  readonly q: Queries
  readonly log: Logger
  /** Does one item; what it throws puts the item off. The id is the same at every attempt. */
  run(item: T, id: string): Promise<void>
  /** `attempts`: how many there were by now. */
  failureOf(error: unknown, attempts: number): AttemptFailure
  /** Told before something is given up for good; what it throws puts the item off once more. */
  gaveUp?(item: T, why: string): Promise<void>
  /** Does what was taken at once as one; where that fails, or without it, one is done after the other. */
  together?(items: readonly IdentifiedItem<T>[]): Promise<void>
  /** Milliseconds after which nothing more is begun of what was taken at once: a second unless told. */
  readonly longest?: number
}

export interface IdentifiedItem<T> {
  readonly item: T
  /** The same at every attempt. */
  readonly id: string
}

/**
 * Does what was taken of one lane, as one where that can be, and settles it in the queue. One that is slow does not keep the rest, which others may
 * take: gives whether there is a rest.
 */
export function createAttempts<T>(options: AttemptOptions<T>): (taken: readonly QueuedItem[]) => Promise<boolean> {
  const { queue, q, log, run, failureOf, gaveUp, together, longest = 1000 } = options
  /** Does one and tells whether it is done; what is not is put off. */
  const attempt = async (taken: QueuedItem): Promise<boolean> => {
    try {
      const values = { 'retaguarda.attempts': taken.attempts }
      await inSpan({ name: `queue ${queue.rules.name}`, values }, () => run(queue.rules.read(taken.content), taken.id))
      return true
    } catch (error) {
      const { why, forever, log: more, after } = failureOf(error, taken.attempts)
      log.warn({ queue: queue.rules.name, id: taken.id, attempts: taken.attempts, why, forever, ...more }, 'not done')
      const told = !forever || !gaveUp || (await isTold(gaveUp(queue.rules.read(taken.content), why)))
      await (forever && told ? queue.giveUp(q, taken, why) : queue.putOff(q, taken, why, after))
      return false
    }
  }
  /** Whether all of them were done as one. */
  const attemptTogether = async (all: readonly QueuedItem[]): Promise<boolean> => {
    try {
      const items = all.map(({ content, id }) => ({ item: queue.rules.read(content), id }))
      await inSpan(
        { name: `queue ${queue.rules.name}`, values: { 'retaguarda.items': all.length } },
        () => together?.(items) ?? Promise.resolve(),
      )
      return true
    } catch (error) {
      log.info({ queue: queue.rules.name, items: all.length, err: error }, 'not done as one')
      return false
    }
  }
  /** An item whose end could not be noted is done again once its lease is over. */
  const finish = (done: readonly QueuedItem[]): Promise<void> =>
    queue.finish(q, ...done).catch((error: unknown) => log.warn({ queue: queue.rules.name, err: error }, 'not finished'))
  const isTold = (telling: Promise<void>): Promise<boolean> =>
    telling.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'not told that it is given up')
        return false
      },
    )
  return async all => {
    const isDone = together && all.length > 1 && (await attemptTogether(all))
    const done: QueuedItem[] = isDone ? [...all] : []
    const until = performance.now() + longest
    let isLeft = false
    for (const [at, taken] of isDone ? [] : all.entries()) {
      isLeft = at > 0 && performance.now() >= until
      if (isLeft) {
        await queue.release(q, ...all.slice(at)).catch((error: unknown) => log.warn({ err: error }, 'not released'))
        break
      }
      if (await attempt(taken)) done.push(taken)
    }
    if (done.length > 0) await finish(done)
    return isLeft
  }
}
