import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { ApiError } from '../error.ts'
import { threadLimits } from '../settings.ts'
import type { Piece } from './runPiece.ts'
import { StoreTurns } from './storeTurns.ts'
import type { ThreadTask } from './threadTask.ts'

/** For whom a piece of work is done. */
export interface PieceGround {
  /** The store whose turn it takes; null where it is nobody's. */
  readonly lojaId: number | null
  /** Ends it: the caller left. */
  readonly signal?: AbortSignal | undefined
  /** It waits even where the line is full: it is part of something that goes on, of which there is little at once. */
  readonly goesOn?: boolean
}

/** Milliseconds after which a thread that has nothing to do ends: loading what draws papers takes a third of a second. */
const idleTimeout = 300_000

/** Pieces of work at once: on a small machine one goes on beside another that takes long. */
export const threadsAtOnce = Math.min(8, Math.max(2, availableParallelism()))

/** All threads of this process, however many servers there are in it. */
interface Threads {
  readonly turns: StoreTurns
  /** Aborted when all of them end. */
  readonly ending: AbortController
  /** They start with the first piece, and keep no process from ending. */
  readonly pool: Piscina<Piece>
}

let threads: Threads | undefined

/**
 * Does a piece of work in a worker thread, within limits of time and memory, when it is its store's turn; where it is small, here. A
 * thread that is past a limit is ended, and another takes its place.
 *
 * @throws ApiError what the task refuses; 422 past a limit; 503 where too much waits already; 499 when the caller has left
 */
export async function inWorker<I, O>(task: ThreadTask<I, O>, input: I, ground: PieceGround): Promise<O> {
  if (task.isSmall?.(input)) {
    const { [task.name]: run } = await import(task.module)
    return run(input)
  }
  threads ??= openThreads()
  const { turns, pool, ending } = threads
  const gone = ground.signal ? AbortSignal.any([ending.signal, ground.signal]) : ending.signal
  const limit = new AbortController()
  try {
    const end = await turns.take(ground.lojaId, { signal: gone, goesOn: ground.goesOn })
    const timer = setTimeout(() => limit.abort(), threadLimits().seconds * 1000).unref()
    try {
      const piece = { module: task.module, name: task.name, input }
      const { refusal, gives } = await (task.secret ? runAlone : runIn(pool))(piece, AbortSignal.any([limit.signal, gone]))
      if (refusal) throw new ApiError(refusal.statusCode, refusal.code, refusal.params, refusal.details)
      return gives
    } finally {
      clearTimeout(timer)
      end()
    }
  } catch (error) {
    if (gone.aborted) throw new ApiError(499, 'threads.left')
    throw limit.signal.aborted || isOutOfMemory(error) ? new ApiError(422, 'threads.too-much') : error
  }
}

type Run = (piece: Piece, signal: AbortSignal) => ReturnType<Piscina<Piece>['run']>

const runIn =
  (pool: Piscina<Piece>): Run =>
  (piece, signal) =>
    pool.run(piece, { signal })

/** In a thread that nothing was done in before, and nothing is afterwards. */
const runAlone: Run = async (piece, signal) => {
  const pool = openPool(1)
  return runIn(pool)(piece, signal).finally(() => pool.destroy())
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Pieces of work of this process that are at work in threads, and that wait for one. */
export const pieceCounts = (): StoreTurns['counts'] => threads?.turns.counts ?? { running: 0, waiting: 0 }

/** Ends all threads and what they do: the process is about to end. Whoever needs one afterwards starts anew. */
export async function endThreads(): Promise<void> {
  const ended = threads
  threads = undefined
  ended?.ending.abort()
  await ended?.pool.destroy()
}

function openThreads(): Threads {
  const turns = new StoreTurns({
    atOnce: threadsAtOnce,
    atOnceOfStore: threadsAtOnce - 1,
    waiting: 200,
    waitingOfStore: 20,
  })
  return { turns, ending: new AbortController(), pool: openPool(threadsAtOnce) }
}

function openPool(maxThreads: number): Piscina<Piece> {
  const pool = new Piscina<Piece>({
    filename: fileURLToPath(new URL('./runPiece.ts', import.meta.url)),
    minThreads: 0,
    maxThreads,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: threadLimits().megabytes, maxYoungGenerationSizeMb: 32 },
    // Neither flags of this process nor its secrets: what is read there may be hostile.
    execArgv: [],
    env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
    // Calls go before pieces. Elsewhere a thread has no priority of its own.
    niceIncrement: process.platform === 'linux' ? 10 : 0,
    recordTiming: false,
  })
  // A thread that dies has told so by its piece.
  pool.on('error', () => undefined)
  return pool
}
