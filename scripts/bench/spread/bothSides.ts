import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { distributedSession } from '../../../src/server/database/distributed.ts'
import { sessionAt } from '../../../src/server/database/sessionAt.ts'
import { logIn, serverEnv } from '../places/databases.ts'
import { scratchFolder } from '../places/scratchFolder.ts'
import { type ServerProcess, startServer } from '../places/serverProcess.ts'
import { copyStores, fillDemo } from './fillStores.ts'

/** One of two databases with the same rows, and the server over it. */
export interface Side {
  readonly server: ServerProcess
  readonly client: pg.Client
  /** The platform's administrator. */
  readonly token: string
}

/** The same stores on several machines and on one. */
export interface BothSides {
  readonly spread: Side
  readonly plain: Side
  close(): Promise<void>
}

/**
 * Opens the databases of BENCH_DISTRIBUTED_URL and BENCH_PLAIN_URL, which should be of one version and as well equipped. Those without the
 * platform's tables are filled; those that were filled for so many stores are taken as they are.
 */
export async function openBothSides(stores: number, say: (text: string) => void): Promise<BothSides> {
  const urls = { spread: process.env.BENCH_DISTRIBUTED_URL, plain: process.env.BENCH_PLAIN_URL }
  if (!urls.spread || !urls.plain)
    throw new Error('BENCH_DISTRIBUTED_URL names a first machine of several, BENCH_PLAIN_URL a database on one.')
  const folder = await scratchFolder()
  const now = new Date()
  const open = async (name: 'spread' | 'plain'): Promise<Side> => {
    const url = urls[name] ?? ''
    const dataDir = join(folder.path, name)
    await mkdir(dataDir)
    const client = new pg.Client(sessionAt(url, `${distributedSession} -c app.store=*`))
    await client.connect()
    await fill(client, url, dataDir, stores, now, text => say(`${name}: ${text}`))
    await checkSide(client, name)
    const env = { ...serverEnv(url, dataDir), LOG_LEVEL: 'warn' }
    const server = await startServer(['src/main/server.ts', '--no-pages'], env)
    return { server, client, token: await logIn(server.address, 'admin@demo.com.br') }
  }
  const plain = await open('plain')
  const spread = await open('spread')
  // Jobs of so many stores are work for minutes, once an hour: they wait until all is measured.
  for (const { client } of [plain, spread]) await client.query(`UPDATE system.jobs SET "dueAt" = now() + interval '1 day'`)
  return {
    spread,
    plain,
    close: async () => {
      await Promise.all([spread, plain].flatMap(side => [side.server.end(), side.client.end()]))
      await folder.remove()
    },
  }
}

async function fill(
  client: pg.Client,
  url: string,
  dataDir: string,
  stores: number,
  now: Date,
  say: (text: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('public.lojas') IS NOT NULL AS there`)
  if (!rows[0]?.there) {
    say(`filling ${stores.toLocaleString('en-US')} stores`)
    await fillDemo(url, dataDir, now)
    await copyStores(client, stores, say)
  }
  const counted = await client.query<{ n: string }>('SELECT count(*) AS n FROM lojas')
  if (Number(counted.rows[0]?.n) !== stores)
    throw new Error(`A database of this bench has ${counted.rows[0]?.n} stores, not ${stores}: give it an empty one.`)
}

async function checkSide(client: pg.Client, name: 'spread' | 'plain'): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  if (rows.length > 0 !== (name === 'spread'))
    throw new Error(
      `The database of ${name === 'spread' ? 'BENCH_DISTRIBUTED_URL is on one machine' : 'BENCH_PLAIN_URL is on several'}.`,
    )
}
