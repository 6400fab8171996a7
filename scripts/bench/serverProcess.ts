import { spawn } from 'node:child_process'

/** A server as a process of its own. */
export interface ServerProcess {
  readonly address: string
  readonly pid: number
  /** Milliseconds from the start to its first answer. */
  readonly took: number
  end(): Promise<void>
}

/** Starts a program that prints its address, and waits until it answers. */
export async function startServer(args: readonly string[], env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
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
  return {
    address,
    pid: child.pid ?? 0,
    took: performance.now() - started,
    end: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function answering(url: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`No answer from ${url}`)
}
