import { type ChildProcess, fork } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type ThreadLimits, threadLimits } from '../settings.ts'
import type { Piece, PieceOutcome } from './runPiece.ts'

/** Work for a thread. */
export interface ThreadWork extends Omit<Piece, 'id'> {
  /** In a thread that nothing was done in before, and nothing is afterwards. */
  readonly alone: boolean
}

/** A piece to do; without its work, one whose caller has left. */
export interface PieceMessage {
  readonly id: number
  readonly work?: ThreadWork
  readonly limits?: ThreadLimits
}

/** The end of a piece: one of both. */
export interface PieceReply {
  readonly id: number
  readonly outcome?: PieceOutcome
  readonly failure?: unknown
}

interface Waiting {
  resolve(outcome: PieceOutcome): void
  reject(error: unknown): void
}

/** A little behind calls, so that a busy machine still prints. */
const priority = 10

/**
 * The flags of the process. Its threads share no helper of V8: those compile and collect garbage beside a thread, with the priority of calls, and a
 * hostile file then took both cores of a small machine. Whatever a file makes of its reader, that reads other files at most.
 *
 * A thread that is ended within a `require` of an ES module takes its process with it (Node 24); an `import` does not.
 */
const flags = [
  '--single-threaded',
  '--no-experimental-require-module',
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
]

/**
 * The process whose threads do the pieces of work of this one. It starts with the first piece, once: a large process that starts another stands still
 * meanwhile (30 ms with 600 MB, and 120 ms more for the pages that both then have). It has neither flags nor secrets of this process, since what it
 * reads may be hostile, and keeps no process from ending.
 */
export class WorkerProcess {
  readonly #threads: number
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #last = 0

  constructor(threads: number) {
    this.#threads = threads
  }

  /** @throws ApiError 422 past a limit; the signal's reason when `gone` aborts; what the work throws */
  async run(work: ThreadWork, gone: AbortSignal): Promise<PieceOutcome> {
    gone.throwIfAborted()
    this.#child ??= this.#start()
    const child = this.#child
    this.#last += 1
    const id = this.#last
    const send = (message: PieceMessage): void => void (child.connected && child.send(message))
    const leave = (): void => send({ id })
    gone.addEventListener('abort', leave, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        hold(child, true)
        send({ id, work, limits: threadLimits() })
      })
    } finally {
      gone.removeEventListener('abort', leave)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) hold(child, false)
    }
  }

  /** Ends the process and all threads at once. */
  async destroy(): Promise<void> {
    const child = this.#child
    if (!child) return
    const ended = new Promise(end => child.once('exit', end))
    child.ref()
    child.kill('SIGKILL')
    await ended
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./hostThreads.ts', import.meta.url)), [String(this.#threads)], {
      execArgv: flags,
      env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // A process may lower a priority, and only a privileged one raise it.
    if (child.pid !== undefined && getPriority() < priority) setPriority(child.pid, priority)
    child.on('message', ({ id, outcome, failure }: PieceReply) => {
      const waiting = this.#waiting.get(id)
      if (outcome) waiting?.resolve(outcome)
      else waiting?.reject(failure)
    })
    const fail = (error: Error): void => {
      if (this.#child !== child) return
      this.#child = undefined
      for (const { reject } of this.#waiting.values()) reject(error)
    }
    child.on('error', fail)
    child.on('exit', (code, signal) => fail(new Error(`The process of worker threads ended by itself: ${signal ?? code}`)))
    return child
  }
}

/** Lets a process keep this one from ending, or no more. */
function hold(child: ChildProcess, isWaitedFor: boolean): void {
  for (const handle of [child, child.channel]) isWaitedFor ? handle?.ref() : handle?.unref()
}
