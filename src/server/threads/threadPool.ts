import { setPriority } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { ApiError } from '../error.ts'
import type { Piece, PieceOutcome, StartedPiece } from './runPiece.ts'

/** Milliseconds after which a thread that has nothing to do ends: loading what draws papers takes a third of a second. */
const idleTimeout = 300_000
/** How many times as long as it may compute a piece may take by the clock, on a machine that has no time for it. */
const patience = 5
/** Milliseconds in which a thread tells what it has used, unless it is stuck outside of JavaScript. */
const answerTime = 1000
/** Seconds of a core within which people's usual pieces are done, a printed invoice or a sheet read, loading their code included. */
const usualSeconds = 1
/** The priority of a thread once its piece is no usual one: behind everything. */
const longPriority = 19

/**
 * Worker threads that start with the first piece of work, and keep no process from ending. Each piece has its limits; who passes one ends with its
 * thread. A piece that computes long goes on behind calls and all other pieces.
 */
export class ThreadPool {
  readonly #pool: Piscina<Piece>
  readonly #started = new Map<number, StartedPiece>()
  #last = 0

  /** @param megabytes what JavaScript may keep in a thread */
  constructor(maxThreads: number, megabytes: number) {
    this.#pool = new Piscina<Piece>({
      filename: fileURLToPath(new URL('./runPiece.ts', import.meta.url)),
      minThreads: 0,
      maxThreads,
      idleTimeout,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
      recordTiming: false,
    })
    // A thread that dies has told so by its piece.
    this.#pool.on('error', () => undefined)
    this.#pool.on('message', (started: StartedPiece) => this.#started.set(started.id, started))
  }

  /**
   * @param seconds of a core that the piece may take
   * @throws ApiError 422 past a limit; AbortError when `gone` aborts; what the work throws
   */
  async run(work: Omit<Piece, 'id'>, seconds: number, gone: AbortSignal): Promise<PieceOutcome> {
    this.#last += 1
    const id = this.#last
    const limit = new AbortController()
    const watch = this.#watch(id, seconds, () => limit.abort())
    try {
      return await this.#pool.run({ ...work, id }, { signal: AbortSignal.any([limit.signal, gone]) })
    } catch (error) {
      throw limit.signal.aborted || isOutOfMemory(error) ? new ApiError(422, 'threads.too-much') : error
    } finally {
      watch.end()
      // A process may lower a thread's priority, and only a privileged one raise it: the next piece gets a new thread.
      if (watch.isLong()) await this.#threadOf(id)?.terminate()
      this.#started.delete(id)
    }
  }

  /** Ends all threads at once; whoever waits for work of them has ended it before. */
  destroy(): Promise<void> {
    return this.#pool.destroy()
  }

  /**
   * Puts the piece behind all others when it is no usual one, and calls `end` when it has had its seconds: of a core, so that one that waits for other
   * programs is not blamed.
   */
  #watch(id: number, seconds: number, end: () => void): { end: () => void; isLong: () => boolean } {
    const latest = performance.now() + seconds * patience * 1000
    let isOver = false
    let isLong = false
    let timer: NodeJS.Timeout
    const plan = (wait: number): void => {
      timer = setTimeout(look, Math.max(wait, 0.01) * 1000).unref()
    }
    const look = async (): Promise<void> => {
      const used = await this.#secondsOf(id)
      if (isOver) return
      const isUsual = used < usualSeconds
      isLong ||= !isUsual && this.#putBehind(id)
      const left = seconds - used
      if (left <= 0 || performance.now() >= latest) end()
      else plan(Math.min(isUsual ? Math.max(usualSeconds - used, 0.1) : left, left, (latest - performance.now()) / 1000))
    }
    plan(Math.min(usualSeconds, seconds))
    return {
      end: () => {
        isOver = true
        clearTimeout(timer)
      },
      isLong: () => isLong,
    }
  }

  /** Whether the thread of a piece has the lowest priority now: where the system lets threads have one. */
  #putBehind(id: number): boolean {
    const thread = this.#started.get(id)?.systemThread
    if (thread === undefined) return false
    try {
      setPriority(thread, longPriority)
      return true
    } catch {
      // It has ended by itself meanwhile.
      return false
    }
  }

  #threadOf(id: number): Worker | undefined {
    const started = this.#started.get(id)
    return this.#pool.threads.find(({ threadId }) => threadId === started?.thread)
  }

  /** Seconds that the piece has computed so far, as far as its thread tells. */
  async #secondsOf(id: number): Promise<number> {
    const started = this.#started.get(id)
    const thread = this.#threadOf(id)
    if (!started || !thread) return 0
    const told = await Promise.race([thread.cpuUsage(), after(answerTime, undefined, { ref: false })]).catch(() => undefined)
    return told ? (told.user + told.system - started.used) / 1_000_000 : 0
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
