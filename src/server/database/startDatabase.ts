import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Settings, worksDirectly } from '../settings.ts'
import { isDistributed } from './distributed.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'
import { lockFolder } from './folderLock.ts'
import { openDatabase, type PoolOptions } from './pool.ts'
import { appRole, prepareRole } from './role.ts'
import type { ServerDatabase } from './serverDatabase.ts'

/** The database, running and open; closing it ends what we started. */
export const startDatabase = async (
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  log: Logger,
): Promise<ServerDatabase> => {
  const { url, end } = settings.databaseUrl
    ? { url: settings.databaseUrl, end: async () => undefined }
    : await ownServer(settings.dataDir, log)
  const database = await openRunningDatabase(url, log)
  return {
    ...database,
    close: async () => {
      await database.close()
      await end()
    },
  }
}

/** Opens a database that runs, whoever started it. */
export const openRunningDatabase = async (url: string, log: Logger): Promise<ServerDatabase> =>
  openDatabase({
    url,
    ...(await firstLook(url)),
    direct: worksDirectly(),
    broken: error => log.warn({ err: error }, 'database connection lost'),
  })

const name = 'retaguarda'

const ownServer = async (dataDir: string, log: Logger): Promise<{ url: string; end: () => Promise<void> }> => {
  mkdirSync(dataDir, { recursive: true })
  // The lock ends with the PostgreSQL that holds it: one that was started again is locked anew.
  const lockAgain = async (): Promise<void> => {
    unlock = await lockFolder(embedded.address('postgres'), dataDir)
  }
  const embedded = await startEmbeddedPostgres({
    folder: join(dataDir, 'database'),
    notice: text => log.warn(text),
    revived: () => lockAgain().catch(error => log.error({ err: error }, 'data folder not locked again')),
  })
  let unlock = await lockFolder(embedded.address('postgres'), dataDir)
  await createDatabase(embedded.address('postgres'))
  return {
    url: embedded.address(name),
    end: async () => {
      await unlock()
      await embedded.stop()
    },
  }
}

const createDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rows.length === 0) await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
}

/** Oldest version that has all we use: NULLS handling in keys, column lists of SET NULL. */
const oldest = 150_000

/** Looks whether the server is new enough, and readies the role that requests work as. */
const firstLook = async (url: string): Promise<Pick<PoolOptions, 'role' | 'distributed'>> => {
  const database = openDatabase({ url, size: 1 })
  try {
    const { rows } = await database.system.query<{ version: number; encoding: string }>(
      `SELECT current_setting('server_version_num')::int AS version, getdatabaseencoding() AS encoding`,
    )
    const { version = 0, encoding = '' } = rows[0] ?? {}
    if (version < oldest)
      throw new Error(`PostgreSQL 15 or newer is needed; the server of DATABASE_URL has ${Math.floor(version / 10_000)}.`)
    if (encoding !== 'UTF8') throw new Error(`The database must be UTF8; it is ${encoding}.`)
    const [role, distributed] = [await prepareRole(database.system), await isDistributed(database.system)]
    if (distributed && role === undefined)
      throw new Error(`The database is on several machines, and its user cannot become ${appRole}: create that role for it.`)
    return { role, distributed }
  } finally {
    await database.close()
  }
}
