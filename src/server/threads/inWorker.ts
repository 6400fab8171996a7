import { availableParallelism } from 'node:os'
import { ApiError } from '../error.ts'
import { StoreTurns } from './storeTurns.ts'
import type { ThreadTask } from './threadTask.ts'
import { WorkerProcess } from './workerProcess.ts'

/** For whom a piece of work is done. */
export interface PieceContext {
  /** The store whose turn it takes; null where it is nobody's. */
  readonly lojaId: number | null
  /** Ends it: the caller left. */
  readonly signal?: AbortSignal | undefined
  /** It waits even where the line is full: it is part of something that goes on, of which there is little at once. */
  readonly goesOn?: boolean
}

/** Pieces of work at once: on a small machine one goes on beside another that takes long. */
export const threadsAtOnce = Math.min(8, Math.max(2, availableParallelism()))

/** All threads of this process, however many servers there are in it. */
interface Threads {
  readonly turns: StoreTurns
  /** Aborted when all of them end. */
  readonly ending: AbortController
  readonly pool: WorkerProcess
}

let threads: Threads | undefined

/**
 * Does a piece of work in a worker thread, within limits of time and memory, when it is its store's turn; where it is small, here. A
 * thread that is past a limit is ended, and another takes its place.
 *
 * @throws ApiError what the task refuses; 422 past a limit; 503 where too much waits already; 499 when the caller has left
 */
export async function inWorker<I, O>(task: ThreadTask<I, O>, input: I, context: PieceContext): Promise<O> {
  if (task.isSmall?.(input)) {
    const { [task.name]: run } = await import(task.module)
    return run(input)
  }
  threads ??= openThreads()
  const { turns, pool, ending } = threads
  const gone = context.signal ? AbortSignal.any([ending.signal, context.signal]) : ending.signal
  try {
    const end = await turns.take(context.lojaId, { signal: gone, goesOn: context.goesOn })
    const work = { module: task.module, name: task.name, input, alone: task.secret === true }
    const { refusal, gives } = await pool.run(work, gone).finally(end)
    if (refusal) throw new ApiError(refusal.statusCode, refusal.code, refusal.params, refusal.details)
    return gives
  } catch (error) {
    throw gone.aborted ? new ApiError(499, 'threads.left') : error
  }
}

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
  return { turns, ending: new AbortController(), pool: new WorkerProcess(threadsAtOnce) }
}
