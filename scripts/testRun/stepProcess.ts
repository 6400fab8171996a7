import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** How a command ended. */
export interface ProcessEnd {
  readonly ok: boolean
  /** Its output. */
  readonly output: string
  /** Of it and of all that it started and waited for; undefined where the system does not tell. */
  readonly processorSeconds?: number
}

/** Groups of processes that run. */
const groups = new Set<number>()
let stopped = false

/** Runs a command in a process group of its own, so that nothing of it outlives the run. */
export function runCommand(command: readonly [string, ...string[]], env: Readonly<Record<string, string>>): Promise<ProcessEnd> {
  const [program, ...words] = command
  return new Promise(resolve => {
    const child = spawn(program, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      detached: process.platform !== 'win32',
    })
    const { pid } = child
    if (pid !== undefined) groups.add(pid)
    const output: Buffer[] = []
    let before: number | undefined
    let processorSeconds: number | undefined
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    const end = (ok: boolean): void => {
      if (pid !== undefined) groups.delete(pid)
      const text = Buffer.concat(output).toString('utf8')
      resolve({ ok, output: text, ...(processorSeconds === undefined ? {} : { processorSeconds }) })
    }
    child.on('error', problem => {
      output.push(Buffer.from(`${problem.message}\n`))
      end(false)
    })
    child.on('exit', () => {
      before = waitedFor
      waitedFor = childrenSeconds()
      if (before !== undefined && waitedFor !== undefined) processorSeconds = waitedFor - before
    })
    child.on('close', code => end(code === 0 && !stopped))
  })
}

/** Tells whether the run was told to end. */
export const isStopped = (): boolean => stopped

/** Ends all that runs: in good order as far as it does so within `patience`, in milliseconds. */
export async function stopAll(patience = 15_000): Promise<void> {
  stopped = true
  const told = [...groups]
  for (const group of told) signal(group, 'SIGTERM')
  const until = Date.now() + patience
  while (told.some(group => signal(group, 0)) && Date.now() < until) await pause(50)
  for (const group of told) signal(group, 'SIGKILL')
}

/** Sends a signal to a group; says whether there is one. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? group : -group, name)
  } catch {
    return false
  }
}

/** Processor time of ended children, with their own: the system adds it up as each is waited for. */
function childrenSeconds(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
    // cutime and cstime, in the hundredths of seconds that Linux tells them in.
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return undefined
  }
}

let waitedFor = childrenSeconds()
