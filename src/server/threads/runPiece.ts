import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, threadId } from 'node:worker_threads'
import { ApiError } from '../error.ts'

/** A piece of work as it is sent to a thread. */
export interface Piece {
  readonly id: number
  readonly module: string
  readonly name: string
  readonly input: unknown
}

/** The news that a piece begins. */
export interface StartedPiece {
  readonly id: number
  readonly thread: number
  /** Microseconds that its thread had computed before. */
  readonly used: number
  /** The thread's number with the operating system, by which its priority is set; undefined where a system gives threads no priority of their own. */
  readonly systemThread: number | undefined
}

/** The outcome sent back: the task's result, or the refusal that it threw, whose members would not survive the way. */
export interface PieceOutcome {
  // biome-ignore lint/suspicious/noExplicitAny: the task's declaration says what it is
  readonly gives?: any
  readonly refusal?: Pick<ApiError, 'statusCode' | 'code' | 'params' | 'details'>
}

/** Runs in the thread: all of its pieces come here. */
export default async function runPiece({ id, module, name, input }: Piece): Promise<PieceOutcome> {
  const { user, system } = process.threadCpuUsage()
  const started: StartedPiece = { id, thread: threadId, used: user + system, systemThread: systemThread() }
  parentPort?.postMessage(started)
  const { [name]: run } = await import(module)
  try {
    return { gives: await run(input) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { refusal: sentRefusal(error) }
  }
}

/** Linux names the thread that asks: `<process>/task/<thread>`. */
const systemThread = (): number | undefined =>
  process.platform === 'linux' ? Number(basename(readlinkSync('/proc/thread-self'))) : undefined

/** A refusal as it is sent between threads and processes, which drop what an error's class adds. */
export const sentRefusal = ({ statusCode, code, params, details }: ApiError): NonNullable<PieceOutcome['refusal']> => ({
  statusCode,
  code,
  params,
  details,
})
