/** Runs work as it comes, but never more of it at once than `most`; the rest waits in line. */
export type Semaphore = <T>(run: () => Promise<T>) => Promise<T>

export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = most
  const next = (): void => {
    const first = waiting.shift()
    if (first) first()
    else free += 1
  }
  return async run => {
    if (free > 0) free -= 1
    else await new Promise<void>(turn => waiting.push(turn))
    try {
      return await run()
    } finally {
      next()
    }
  }
}
