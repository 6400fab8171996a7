import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Does what waits in a queue, beside the calls. */
export interface QueueWorker {
  /** There is something: do not wait for the next round. */
  wake(): void
  /** Does everything that is due, and tells when that is done. */
  deliver(): Promise<void>
  /** Ends after what is being done, or soon. */
  close(): Promise<void>
}

export interface RoundsOptions {
  /** Takes the next that is due and does it; false when there is none. Never throws for what was taken: that is put off. */
  readonly next: () => Promise<boolean>
  readonly log: Logger
  /** Waits for what rounds have begun and left to itself; closing does. */
  readonly begun?: () => Promise<unknown>
  /** Milliseconds after a call in which others may join it; none unless told. */
  readonly gather?: number | undefined
  /** Milliseconds between two rounds: what was put off, and what servers that are gone have left. */
  readonly every: number
}

/** Milliseconds that closing waits for what is being done. */
const PATIENCE = 2000

export function startRounds({ next, begun, log, every, gather = 0 }: RoundsOptions): QueueWorker {
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let gathering: ReturnType<typeof setTimeout> | undefined

  const round = async (): Promise<void> => {
    while (!closed && (await next())) {
      // One after another, until none is due.
    }
  }
  const deliver = async (): Promise<void> => {
    // A round that runs may have looked for the last time: items that came since are in the next one.
    again = true
    do {
      if (!running) {
        again = false
        running = round().finally(() => {
          running = undefined
        })
      }
      await running
    } while (again || running)
  }
  const wake = (): void => {
    if (closed) return
    // The caller of a running round also begins the next: thousands may call while one thing is being done.
    if (running) again = true
    else if (gather === 0) begin()
    else
      gathering ??= setTimeout(() => {
        gathering = undefined
        if (!closed) begin()
      }, gather)
  }
  const begin = (): void => void deliver().catch(error => log.warn({ err: error }, 'queue not read'))
  const timer = setInterval(wake, every)
  timer.unref()
  return {
    wake,
    deliver,
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(gathering)
      const end = async (): Promise<void> => {
        await running?.catch(() => undefined)
        await begun?.()
      }
      // Work that hangs holds nobody up: what was taken is free for the next server after a while.
      await Promise.race([end(), pause(PATIENCE, undefined, { ref: false })])
    },
  }
}
