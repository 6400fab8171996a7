import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/server/database/embeddedPostgres.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

/** Where the measuring happens: a database of its own, our server with the demo company, and the hand-written one. */
export interface BenchEnvironment {
  readonly ours: ServerProcess
  readonly baseline: ServerProcess
  /** The database's. */
  readonly url: string
  /** The owner's connection, for seeding. */
  readonly client: pg.Client
  /** Signs in at our server. */
  token(email: string): Promise<string>
  close(): Promise<void>
}

/** `prepare` fills the tables that our server has made, before the hand-written one starts; `more` is added to our server's environment. */
export async function openBenchEnvironment(
  prepare: (client: pg.Client) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchEnvironment> {
  const folder = await scratchFolder()
  const embedded = await startEmbeddedPostgres({ folder: join(folder, 'database') })
  const admin = await connectAsOwner(embedded.address('postgres'))
  await admin.query('CREATE DATABASE bench')
  await admin.end()
  const url = embedded.address('bench')
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', DEMO: '1', ...more }
  const ours = await startServer(['src/server/main.ts', '--no-pages'], env)
  const client = await connectAsOwner(url)
  await prepare(client)
  const baseline = await startServer(['scripts/bench/baseline.ts'], { DATABASE_URL: url, NODE_ENV: 'production' })
  return {
    ours,
    baseline,
    url,
    client,
    token: email => logIn(ours.address, email),
    close: async () => {
      await Promise.all([ours.end(), baseline.end(), client.end()])
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An empty folder that PostgreSQL's user may enter, too. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'retaguarda-bench-'))
  await chmod(folder, 0o755)
  return folder
}

/** A connection as the database's owner. */
export async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Signs in; gives the token. */
export async function logIn(address: string, email: string): Promise<string> {
  const reply = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo1234' }),
  })
  const { id } = (await reply.json()) as { id: string }
  return id
}
