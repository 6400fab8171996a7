import { ApiError } from '../error.ts'
import type { ThreadLimits } from '../settings.ts'
import { sentRefusal } from './runPiece.ts'
import { ThreadPool } from './threadPool.ts'
import type { PieceMessage, PieceReply, ThreadWork } from './workerProcess.ts'

/** Runs the process that has the worker threads: all pieces of the server come here, and go to a thread. */
class ThreadHost {
  readonly #threads: number
  /** By piece: aborted when its caller leaves. */
  readonly #callers = new Map<number, AbortController>()
  #shared: ThreadPool | undefined

  constructor(threads: number) {
    this.#threads = threads
  }

  async hear({ id, work, limits }: PieceMessage): Promise<void> {
    if (work && limits) process.send?.(await this.#replyTo(id, work, limits))
    else this.#callers.get(id)?.abort()
  }

  async #replyTo(id: number, { alone, ...work }: ThreadWork, { seconds, megabytes }: ThreadLimits): Promise<PieceReply> {
    const gone = new AbortController()
    this.#callers.set(id, gone)
    const pool = alone ? new ThreadPool(1, megabytes) : this.#sharedPool(megabytes)
    try {
      return { id, outcome: await pool.run(work, seconds, gone.signal) }
    } catch (error) {
      return error instanceof ApiError ? { id, outcome: { refusal: sentRefusal(error) } } : { id, failure: error }
    } finally {
      this.#callers.delete(id)
      if (alone) await pool.destroy()
    }
  }

  #sharedPool(megabytes: number): ThreadPool {
    this.#shared ??= new ThreadPool(this.#threads, megabytes)
    return this.#shared
  }
}

const host = new ThreadHost(Number(process.argv[2]))
process.on('message', (message: PieceMessage) => void host.hear(message))
// The server ends it: a service manager and a terminal tell all processes at once, while the server still finishes what it has.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
