import pg from 'pg'
import type { Database, Queries, StoreScope } from '../access/caller.ts'
import { PooledConnection } from './pooledConnection.ts'

/** How a pool of connections stands. */
export interface PoolFigures {
  readonly pool: 'requests' | 'system'
  readonly open: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}

/** The database with what only the server's own rooms may do. */
export interface ServerDatabase extends Database {
  /** Address, for connections that live long (LISTEN, the lock of the data folder). */
  readonly url: string
  /** Statements prepared before the tables changed are forgotten. */
  tablesChanged(): void
  /** How its pools stand. */
  connections(): readonly PoolFigures[]
  /** One transaction as the tables' owner, outside row level security: migrations. */
  asOwner<T>(run: (q: Queries) => Promise<T>): Promise<T>
}

export interface PoolOptions {
  readonly url: string
  /** Role that requests work as; undefined when the user of `url` obeys row level security itself. */
  readonly role?: string | undefined
  readonly size?: number
  /** Told when an idle connection breaks. */
  broken?(error: Error): void
}

export const openDatabase = (options: PoolOptions): ServerDatabase => {
  const requests = poolOf(options, options.size ?? 10, options.role ? `-c role=${options.role}` : '')
  const owner = poolOf(options, 4, '-c app.store=*')
  let age = 0

  const lend = async <T>(pool: pg.Pool, run: (connection: PooledConnection) => Promise<T>): Promise<T> => {
    const connection = await borrow(pool)
    if (connection.age !== age) connection.forget(age)
    try {
      const result = await run(connection)
      connection.release(connection.spoilt)
      return result
    } catch (error) {
      connection.release(connection.spoilt || isBroken(error))
      throw error
    }
  }

  return {
    url: options.url,
    read: (scope, run) =>
      lend(requests, connection => {
        const stores = storeScopeSetting(scope)
        if (connection.scope !== stores) connection.send(`SET app.store = '${stores}'`)
        connection.scope = stores
        return run(queriesOf(connection))
      }),
    write: (scope, run) =>
      lend(requests, connection => {
        const stores = storeScopeSetting(scope)
        // The session may stand in these stores already.
        return transaction(connection, connection.scope === stores ? 'BEGIN' : `BEGIN; SET LOCAL app.store = '${stores}'`, run)
      }),
    readSnapshot: (scope, limits, run) =>
      lend(requests, connection => {
        const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL app.store = '${storeScopeSetting(scope)}'; SET LOCAL statement_timeout = ${Math.trunc(limits.timeout)}; SET LOCAL jit = off; SET LOCAL work_mem = '32MB'`
        const cancel = (id: number): Promise<unknown> => lend(owner, other => other.run('SELECT pg_cancel_backend($1)', [id], ''))
        return ended(connection, limits.signal, cancel, () => transaction(connection, begin, run))
      }),
    asOwner: run => lend(owner, connection => transaction(connection, 'BEGIN', run)),
    system: { query: (text, params, name) => lend(owner, connection => connection.run(text, params ?? [], name)) },
    tablesChanged: () => {
      age++
    },
    connections: () => [poolFigures('requests', requests), poolFigures('system', owner)],
    close: async () => {
      await Promise.all([requests.end(), owner.end()])
    },
  }
}

const poolFigures = (name: PoolFigures['pool'], pool: pg.Pool): PoolFigures => ({
  pool: name,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

type Borrowed = PooledConnection & { release(destroy?: boolean): void }

const borrow = async (pool: pg.Pool): Promise<Borrowed> => {
  const connection = await pool.connect()
  if (!(connection instanceof PooledConnection)) throw new Error('The pool was opened with other connections')
  return connection
}

const poolOf = (options: PoolOptions, size: number, session: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: size,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 15_000,
    ...(session ? { options: session } : {}),
    Client: PooledConnection,
  })
  pool.on('error', error => options.broken?.(error))
  return pool
}

const queriesOf = (connection: PooledConnection): Queries => ({
  query: (text, params, name) => connection.run(text, params ?? [], name),
})

const transaction = async <T>(connection: PooledConnection, begin: string, run: (q: Queries) => Promise<T>): Promise<T> => {
  connection.send(begin)
  try {
    const result = await run(queriesOf(connection))
    await commit(connection)
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/**
 * Work on a connection that the signal ends. The connection is not given back before the cancelling has been heard, so that no
 * later work is hit, and then it is not used again.
 */
const ended = async <T>(
  connection: PooledConnection,
  signal: AbortSignal,
  cancel: (id: number) => Promise<unknown>,
  run: () => Promise<T>,
): Promise<T> => {
  const id = await connection.serverId()
  signal.throwIfAborted()
  let cancelling: Promise<unknown> | undefined
  const stop = (): void => {
    cancelling ??= cancel(id).catch(() => undefined)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', stop)
    await cancelling
    if (cancelling) connection.spoilt = true
  }
}

/** A COMMIT of a failed transaction answers ROLLBACK and no error: work that swallowed an error must not seem saved. */
const commit = async (connection: PooledConnection): Promise<void> => {
  const { command } = await connection.query('COMMIT')
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
}

/** Value of `app.store` for the policies: store ids, or `*`. */
export const storeScopeSetting = (scope: StoreScope): string => {
  if (scope === 'all') return '*'
  for (const store of scope.stores) if (!Number.isSafeInteger(store)) throw new Error(`Not a store: ${store}`)
  return scope.stores.join(',')
}

/** Errors after which a connection must not be used again: all but those that PostgreSQL reports about one statement. */
const isBroken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(08|57P)/.test(error.code ?? '')
    : error instanceof Error && /connection|socket|ECONN|EPIPE|timeout/i.test(error.message)
