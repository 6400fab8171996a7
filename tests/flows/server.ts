import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** The product's server as a process of its own. */
export interface ServerProcess {
  /** Ends it as an outage would; nothing when it has ended already. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const found = probe.address()
      probe.close(() => (typeof found === 'object' && found ? resolve(found.port) : reject(new Error('no port'))))
    })
  })
}

/** Starts the product as `npm start` does, on a port of this machine, and waits until it answers. */
export async function startServer(port: number, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn('node', ['src/server/main.ts'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const keep = (chunk: Buffer): void => {
    printed = (printed + chunk.toString('utf8')).slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const until = Date.now() + 90_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${printed}`)
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (reply?.ok) break
    if (Date.now() > until) throw new Error(`the server did not get ready:\n${printed}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill(signal)
      await ended
    },
  }
}
