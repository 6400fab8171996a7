import { type AttemptOptions, createAttempts } from './attempts.ts'
import { type QueueWorker, startRounds } from './rounds.ts'

export interface QueueWorkerOptions<T> extends AttemptOptions<T> {
  /** Lanes of which one item each is done at once, in a queue with lanes; one after another unless told. */
  readonly lanes?: number
  /** The most that is taken of a lane at once; one unless told. */
  readonly most?: number
  /** Milliseconds after a call in which others may join it. */
  readonly gather?: number
  /** Milliseconds between two rounds. */
  readonly every?: number | undefined
}

/** Takes what is due out of a queue and does it, one after another. */
export function startQueueWorker<T>({
  every = 10_000,
  lanes = 1,
  most = 1,
  gather,
  ...rest
}: QueueWorkerOptions<T>): QueueWorker {
  const { queue, q, log } = rest
  const attemptAll = createAttempts(rest)
  if (lanes === 1) {
    const next = async (): Promise<boolean> => {
      const taken = await queue.claim(q, { most })
      const isLeft = taken.length > 0 && (await attemptAll(taken))
      return isLeft || taken[0]?.more === true
    }
    return startRounds({ log, every, next, gather })
  }
  const busy = new Map<string, Promise<void>>()
  /** Something may be due that waits for a lane. */
  let waits = false
  /** Takes what is due of one lane and leaves it to that; false when there is none, or no lane is free. */
  const take = async (): Promise<boolean> => {
    waits = true
    if (busy.size === lanes) return false
    const taken = await queue.claim(q, { busy: [...busy.keys()], most })
    const [first] = taken
    waits = first ? first.more : busy.size > 0
    if (!first) return false
    const done = attemptAll(taken)
      .then(isLeft => {
        waits ||= isLeft
      })
      .catch((error: unknown) => log.warn({ queue: queue.rules.name, err: error }, 'not put off'))
      .finally(() => {
        busy.delete(first.lane)
        if (waits) rounds.wake()
      })
    busy.set(first.lane, done)
    return first.more
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
