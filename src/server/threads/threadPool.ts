import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { ApiError } from '../error.ts'
import { threadLimits } from '../settings.ts'
import type { Piece, PieceOutcome, StartedPiece } from './runPiece.ts'

/** Milliseconds after which a thread that has nothing to do ends: loading what draws papers takes a third of a second. */
const idleTimeout = 300_000
/** How many times as long as it may compute a piece may take by the clock, on a machine that has no time for it. */
const patience = 5
/** Milliseconds in which a thread tells what it has used, unless it is stuck outside of JavaScript. */
const answerTime = 1000

/** Worker threads that start with the first piece of work, and keep no process from ending. Each piece has its limits; who passes one ends with its thread. */
export class ThreadPool {
  readonly #pool: Piscina<Piece>
  readonly #started = new Map<number, StartedPiece>()
  #last = 0

  constructor(maxThreads: number) {
    this.#pool = new Piscina<Piece>({
      filename: fileURLToPath(new URL('./runPiece.ts', import.meta.url)),
      minThreads: 0,
      maxThreads,
      idleTimeout,
      resourceLimits: { maxOldGenerationSizeMb: threadLimits().megabytes, maxYoungGenerationSizeMb: 32 },
      // Neither flags of this process nor its secrets: what is read there may be hostile.
      // A thread that is ended within a `require` of an ES module takes the whole process with it (Node 24); an `import` does not.
      execArgv: ['--no-experimental-require-module'],
      env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
      // On a busy machine calls go before pieces. Elsewhere a thread has no priority of its own.
      niceIncrement: process.platform === 'linux' ? 19 : 0,
      recordTiming: false,
    })
    // A thread that dies has told so by its piece.
    this.#pool.on('error', () => undefined)
    this.#pool.on('message', (started: StartedPiece) => this.#started.set(started.id, started))
  }

  /** @throws ApiError 422 past a limit; AbortError when `gone` aborts; what the work throws */
  async run(work: Omit<Piece, 'id'>, gone: AbortSignal): Promise<PieceOutcome> {
    this.#last += 1
    const id = this.#last
    const limit = new AbortController()
    const endWatch = this.#watch(id, () => limit.abort())
    try {
      return await this.#pool.run({ ...work, id }, { signal: AbortSignal.any([limit.signal, gone]) })
    } catch (error) {
      throw limit.signal.aborted || isOutOfMemory(error) ? new ApiError(422, 'threads.too-much') : error
    } finally {
      endWatch()
      this.#started.delete(id)
    }
  }

  /** Ends all threads at once; whoever waits for work of them has ended it before. */
  destroy(): Promise<void> {
    return this.#pool.destroy()
  }

  /** Calls `end` when the piece has had its seconds: of a core, so that one that waits for other programs is not blamed. */
  #watch(id: number, end: () => void): () => void {
    const { seconds } = threadLimits()
    const latest = performance.now() + seconds * patience * 1000
    let isOver = false
    let timer: NodeJS.Timeout
    const plan = (wait: number): void => {
      timer = setTimeout(look, Math.max(wait, 0.01) * 1000).unref()
    }
    const look = async (): Promise<void> => {
      const left = seconds - (await this.#secondsOf(id))
      if (isOver) return
      if (left <= 0 || performance.now() >= latest) end()
      else plan(Math.min(left, (latest - performance.now()) / 1000))
    }
    plan(seconds)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }

  /** Seconds that the piece has computed so far, as far as its thread tells. */
  async #secondsOf(id: number): Promise<number> {
    const started = this.#started.get(id)
    const thread = this.#pool.threads.find(({ threadId }) => threadId === started?.thread)
    if (!started || !thread) return 0
    const told = await Promise.race([thread.cpuUsage(), after(answerTime, undefined, { ref: false })]).catch(() => undefined)
    return told ? (told.user + told.system - started.used) / 1_000_000 : 0
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
