import type { ChildProcess } from 'node:child_process'

/** A server's log as far as it is remembered. */
interface KeptLog {
  readonly name: string
  /** How many lines there were so far, forgotten ones included. */
  count(): number
  /** The lines from the n-th on that are remembered. */
  from(first: number): readonly string[]
  /** Whether nothing more can come. */
  ended(): boolean
}

/** So many last lines of a server are remembered. */
const remembered = 2_000

let logs: KeptLog[] = []

/** From here on a failing test tells what this process printed meanwhile. */
export function keepPrinted(name: string, child: ChildProcess): void {
  const add = keepWritten(name, () => child.exitCode !== null || child.signalCode !== null)
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
}

/** From here on a failing test tells what comes into this list meanwhile, a line each. */
export const keepLogged = (name: string, lines: readonly string[]): void =>
  void logs.push({ name, count: () => lines.length, from: first => lines.slice(first).slice(-remembered), ended: () => true })

/** The same of what a server writes until it has ended: the answer takes it, in pieces that may end amid a line. */
export function keepWritten(name: string, ended: () => boolean): (chunk: Buffer | string) => void {
  let lines: string[] = []
  let forgotten = 0
  let rest = ''
  logs.push({ name, count: () => forgotten + lines.length, from: first => lines.slice(Math.max(0, first - forgotten)), ended })
  return chunk => {
    const pieces = (rest + chunk.toString()).split('\n')
    rest = pieces.pop() ?? ''
    lines.push(...pieces)
    if (lines.length <= 2 * remembered) return
    forgotten += lines.length - remembered
    lines = lines.slice(-remembered)
  }
}

/** Where the logs stand; the answer gives what came since, and of servers that started since all. */
export function logsFromNow(): () => string[] {
  const counts = new Map(logs.map(log => [log, log.count()]))
  return () => {
    const several = logs.length > 1
    return logs.flatMap(log => log.from(counts.get(log) ?? 0).map(line => (several ? `${log.name}: ${line}` : line)))
  }
}

/** Forgets servers of the file before. */
export const forgetEndedLogs = (): void => {
  logs = logs.filter(log => !log.ended())
}
