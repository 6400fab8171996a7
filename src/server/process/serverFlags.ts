import { availableParallelism } from 'node:os'

/**
 * Flags of Node that a server runs with. V8 collects garbage of all threads by helpers, and these have the priority of calls, whatever that of the thread: its
 * usual four took both cores of a small machine for a hostile file that fills the heap of a worker.
 */
export const serverFlags: readonly string[] = [`--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`]
