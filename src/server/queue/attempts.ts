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
  /** Does what was taken at once as one; where it throws, or without it, one is done after the other. */
  together?(items: readonly IdentifiedItem<T>[]): Promise<TogetherOutcome>
}

/** The ids of items, done as one, that failed and why, and of those that were not begun; all others were done. */
export interface TogetherOutcome {
  readonly failed: ReadonlyMap<string, unknown>
  readonly left: ReadonlySet<string>
}

export const allDone: TogetherOutcome = { failed: new Map(), left: new Set() }

export interface IdentifiedItem<T> {
  readonly item: T
  /** The same at every attempt. */
  readonly id: string
}

/**
 * Does what was taken of one lane, as one where that can be, and settles it in the queue. Others may take what was not begun: gives whether there is
 * some of that.
 */
export function createAttempts<T>(options: AttemptOptions<T>): (taken: readonly QueuedItem[]) => Promise<boolean> {
  const { queue, q, log, run, failureOf, gaveUp, together } = options
  const isTold = (telling: Promise<void>): Promise<boolean> =>
    telling.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'not told that it is given up')
        return false
      },
    )
  /** Puts off what failed, or gives it up. */
  const fail = async (taken: QueuedItem, error: unknown): Promise<void> => {
    const { why, forever, log: more, after } = failureOf(error, taken.attempts)
    log.warn({ queue: queue.rules.name, id: taken.id, attempts: taken.attempts, why, forever, ...more }, 'not done')
    const told = !forever || !gaveUp || (await isTold(gaveUp(queue.rules.read(taken.content), why)))
    await (forever && told ? queue.giveUp(q, taken, why) : queue.putOff(q, taken, why, after))
  }
  const oneAfterAnother = async (all: readonly QueuedItem[]): Promise<TogetherOutcome> => {
    const failed = new Map<string, unknown>()
    for (const { id, content, attempts } of all) {
      const span = { name: `queue ${queue.rules.name}`, values: { 'retaguarda.attempts': attempts } }
      // Read inside: content that cannot be read fails its item alone.
      await inSpan(span, async () => run(queue.rules.read(content), id)).catch((error: unknown) => failed.set(id, error))
    }
    return { ...allDone, failed }
  }
  const asOne = async (all: readonly QueuedItem[], doAll: typeof together & {}): Promise<TogetherOutcome> => {
    const span = { name: `queue ${queue.rules.name}`, values: { 'retaguarda.items': all.length } }
    return inSpan(span, async () => doAll(all.map(({ content, id }) => ({ item: queue.rules.read(content), id })))).catch(
      (error: unknown) => {
        log.info({ queue: queue.rules.name, items: all.length, err: error }, 'not done as one')
        return oneAfterAnother(all)
      },
    )
  }
  return async all => {
    const { failed, left } = await (together && all.length > 1 ? asOne(all, together) : oneAfterAnother(all))
    const done = all.filter(({ id }) => !failed.has(id) && !left.has(id))
    // An item whose end could not be noted is done again once its lease is over.
    if (done.length > 0)
      await queue.finish(q, ...done).catch((error: unknown) => log.warn({ queue: queue.rules.name, err: error }, 'not finished'))
    const notBegun = all.filter(({ id }) => left.has(id))
    if (notBegun.length > 0)
      await queue.release(q, ...notBegun).catch((error: unknown) => log.warn({ err: error }, 'not released'))
    for (const taken of all) if (failed.has(taken.id)) await fail(taken, failed.get(taken.id))
    return notBegun.length > 0
  }
}
