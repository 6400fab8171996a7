import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeAtEnd } from './openResources.ts'

/** A server as a process of its own. */
export interface ServerProcess {
  readonly address: string
  readonly pid: number
  /** Milliseconds from the start to its first answer. */
  readonly took: number
  end(): Promise<void>
}

/** Ends a child as an operator would; the answer comes when it has ended. */
export function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  return ended.finally(() => clearTimeout(late))
}

/** Starts a program that prints its address, and waits until it answers. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<ServerProcess> {
  const started = performance.now()
  // Earlier commits have their main elsewhere.
  const known = args.map(arg => (arg === 'src/main/server.ts' && !existsSync(join(cwd ?? '', arg)) ? 'src/server/main.ts' : arg))
  const child = spawn(process.execPath, known, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = closeAtEnd(() => endChild(child))
  let printed = ''
  const address = await new Promise<string>((found, failed) => {
    const hear = (chunk: Buffer): void => {
      // Logs go on while it is measured; only the beginning is read.
      if (printed.length > 20_000) return
      printed += chunk.toString()
      const [, url] = /(http:\/\/\S+)/.exec(printed) ?? []
      if (url) found(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', failed)
    child.once('close', () => failed(new Error(`${args.join(' ')} ended:\n${printed}`)))
  })
  await answering(`${address}/readyz`)
  return { address, pid: child.pid ?? 0, took: performance.now() - started, end }
}

async function answering(url: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`No answer from ${url}`)
}
