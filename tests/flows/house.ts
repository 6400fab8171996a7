import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { freePort, type ServerProcess, startServer } from './server.ts'

/** A running Retaguarda with the demo company, on a port and in a folder of its own. */
export interface RunningApp {
  readonly address: string
  readonly folder: string
  /** Stops the server as an outage would; `start` brings it back on the same port and data. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** What a house stands on. */
interface Ground {
  readonly env: Readonly<Record<string, string>>
  clear(): Promise<void>
}

/** Opens a house on a copy of the demo company. `env` adds to the environment (SCHEMAS_DIR ...). */
export const openApp = (env: Readonly<Record<string, string>> = {}): Promise<RunningApp> => open(env, copyOfDemo)

/** Opens a house as `npm start` does on an empty machine: with a PostgreSQL of its own, which outlives a killed server. */
export const openAppOnEmptyMachine = (): Promise<RunningApp> =>
  open({}, async folder => ({
    env: { DATABASE_URL: '', DATA_DIR: join(folder, 'data') },
    clear: async () => undefined,
  }))

async function open(env: Readonly<Record<string, string>>, groundIn: (folder: string) => Promise<Ground>): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'retaguarda-flow-'))
  // mkdtemp closes the folder to others, and PostgreSQL may run as another user.
  await chmod(folder, 0o755)
  const ground = await groundIn(folder)
  const port = await freePort()
  let server: ServerProcess | undefined
  const start = async (): Promise<void> => {
    server = await startServer(port, { ...ground.env, ...env })
  }
  const stop = async (signal?: NodeJS.Signals): Promise<void> => server?.stop(signal)
  await start()
  return {
    address: `http://127.0.0.1:${port}`,
    folder,
    start,
    stop,
    close: async () => {
      await stop()
      await ground.clear()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function copyOfDemo(folder: string): Promise<Ground> {
  const demo = inject('demo')
  const name = `casa_${randomBytes(6).toString('hex')}`
  const url = new URL(demo.url)
  const original = url.pathname.slice(1)
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(demo.url), { pathname: '/postgres' }).href })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name} TEMPLATE ${original}`)
  url.pathname = `/${name}`
  const data = join(folder, 'data')
  await cp(demo.folder, data, { recursive: true })
  return {
    env: { DATABASE_URL: url.href, DATA_DIR: data },
    clear: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}
