import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A running Retaguarda with the demo company, on a port and in a folder of its own. */
export interface House {
  readonly address: string
  readonly folder: string
  /** Stops the server as an outage would; `start` brings it back on the same port and data. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const found = probe.address()
      probe.close(() => (typeof found === 'object' && found ? resolve(found.port) : reject(new Error('no port'))))
    })
  })
}

async function ready(address: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 90_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${output()}`)
    const reply = await fetch(`${address}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`the server did not get ready:\n${output()}`)
}

/** Starts the product as `npm start` does. `env` adds to the environment (SCHEMAS_DIR, DEMO ...). */
export async function openHouse(env: Record<string, string> = {}): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'retaguarda-flow-'))
  // mkdtemp closes the folder to others, and PostgreSQL may run as another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let printed = ''
  const start = async (): Promise<void> => {
    child = spawn('node', ['src/server/main.ts'], {
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), DATABASE_URL: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer): void => {
      printed = (printed + chunk.toString('utf8')).slice(-20_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await ready(address, child, () => printed)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const running = child
    if (!running || running.exitCode !== null) return
    const ended = new Promise(resolve => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }
  await start()
  return {
    address,
    folder,
    start,
    stop,
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
