import { StoreTurns } from '../threads/storeTurns.ts'
import type { StoreScope } from './queries.ts'

/** Milliseconds for which work waits for a connection. */
export const longestWait = 15_000

/** Stores whose calls, however many and long, leave a connection for another one's. */
const LONG_STORES = 2

/**
 * Gives the turns at connections: stores take turns, and none has more than its share while others work, however many of its calls come at once, so
 * that calls of others, which need one for some milliseconds, find it. Work in several stores counts as that of the first one.
 *
 * @throws Error where no turn came in time, as where no connection does
 */
export function connectionTurns(size: number): (scope: StoreScope) => Promise<() => void> | (() => void) {
  const share = Math.max(1, Math.floor(size / (LONG_STORES + 1)))
  const turns = new StoreTurns({
    atOnce: size,
    atOnceOfStore: size,
    // Of those that are free the first store takes no more than leave the others their shares, and one.
    beyondShare: { share, leaves: Math.min(size - 1, (LONG_STORES - 1) * share + 1) },
    waiting: Number.POSITIVE_INFINITY,
    waitingOfStore: Number.POSITIVE_INFINITY,
  })
  return scope => {
    const line = scope === 'all' ? null : (scope.stores[0] ?? null)
    return turns.takeFree(line) ?? inTime(signal => turns.take(line, { signal }))
  }
}

async function inTime<T>(wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('timeout exceeded when trying to connect')), longestWait)
  try {
    return await wait(late.signal)
  } finally {
    clearTimeout(timer)
  }
}
