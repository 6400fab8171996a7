/**
 * Runs work as it comes, but never more of it at once than allowed; the rest waits in the order in which it came. A signal that
 * aborts meanwhile takes its work out of the line.
 */
export type Semaphore = <T>(run: () => Promise<T>, signal?: AbortSignal) => Promise<T>

export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = most
  const release = (): void => {
    const first = waiting.shift()
    if (first) first()
    else free += 1
  }
  /** Waits for another to end, whose place it takes. */
  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((come, gone) => {
      const give = (): void => {
        signal?.removeEventListener('abort', leave)
        come()
      }
      const leave = (): void => {
        waiting.splice(waiting.indexOf(give), 1)
        gone(signal?.reason)
      }
      signal?.throwIfAborted()
      waiting.push(give)
      signal?.addEventListener('abort', leave, { once: true })
    })
  return async (run, signal) => {
    if (free > 0) free -= 1
    else await turn(signal)
    try {
      signal?.throwIfAborted()
      return await run()
    } finally {
      release()
    }
  }
}
