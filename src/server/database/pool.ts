import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectionTurns, longestWait } from './connectionTurns.ts'
import { distributedSession, oneByOne } from './distributed.ts'
import { PooledConnection } from './pooledConnection.ts'
import type { Queries, SnapshotLimits, StoreScope } from './queries.ts'
import type { PoolFigures, ServerDatabase } from './serverDatabase.ts'
import { sessionAt } from './sessionAt.ts'
import { addressOf } from './spread/addressOf.ts'
import { createInlining, type Inlining } from './spread/inlinedFunctions.ts'
import { createStoreDatabases, type StoreDatabases } from './spread/storeDatabases.ts'
import { withEachText } from './spread/withEachText.ts'

export interface PoolOptions {
  readonly url: string
  /** Role that requests work as; undefined when the user of `url` obeys row level security itself. */
  readonly role?: string | undefined
  readonly size?: number
  /** Whether the database is spread over several machines: see distributed.ts. */
  readonly distributed?: boolean
  /** Whether work of one store goes to the machine that has it, and not by the first one. */
  readonly direct?: boolean
  /** Told when an idle connection breaks. */
  broken?(error: Error): void
}

export const openDatabase = (options: PoolOptions): ServerDatabase => openMachine(options)

/** `known`: the functions as the first machine of several has them. */
const openMachine = (options: PoolOptions, known?: Inlining): ServerDatabase => {
  const { distributed = false } = options
  const session = distributed ? `${distributedSession} ` : ''
  const requests = poolOf(options, options.size ?? 10, `${session}${options.role ? `-c role=${options.role}` : ''}`)
  // Sessions, queues and jobs: as many as write at once share a flush to the disk, and what one statement does needs no transaction.
  const owner = poolOf(options, 8, `${session}-c app.store=*`)
  const turns = connectionTurns(options.size ?? 10)
  let age = 0

  const lend = async <T>(pool: pg.Pool, run: (connection: PooledConnection) => Promise<T>): Promise<T> => {
    const connection = await acquire(pool)
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
  const lendTo: LendTo = async (scope, run) => {
    const end = await turns(scope)
    try {
      return await lend(requests, run)
    } finally {
      end()
    }
  }
  const asItIs = poolUses(lend, lendTo, owner)
  const inlining = distributed ? (known ?? createInlining({ query: asItIs.system.query })) : undefined
  const first = inlining ? spreadUses(lend, lendTo, owner, inlining) : asItIs
  const stores = inlining && options.direct ? storeDatabasesOf(options, first, inlining) : undefined

  return {
    url: options.url,
    distributed,
    ...first,
    ...(stores ? { read: stores.read, readSnapshot: stores.readSnapshot, write: stores.write } : {}),
    tablesChanged: () => {
      age++
      inlining?.forget()
      stores?.forget()
    },
    connections: () => [
      poolFigures('requests', requests),
      poolFigures('system', owner),
      ...(stores ? [{ pool: 'stores' as const, ...stores.figures() }] : []),
    ],
    close: async () => {
      await Promise.all([requests.end(), owner.end(), stores?.close()])
    },
  }
}

/** The machines that have the stores, opened as the first one is. */
const storeDatabasesOf = (options: PoolOptions, first: DatabaseUses, known: Inlining): StoreDatabases =>
  createStoreDatabases(first, machine => {
    const url = addressOf(options.url, machine)
    return url === undefined ? undefined : openMachine({ ...options, url, direct: false }, known)
  })

type Lend = <T>(pool: pg.Pool, run: (connection: PooledConnection) => Promise<T>) => Promise<T>

/** Lends a connection of requests to work in these stores. */
type LendTo = <T>(scope: StoreScope, run: (connection: PooledConnection) => Promise<T>) => Promise<T>

/** The uses of a database. */
type DatabaseUses = Pick<ServerDatabase, 'read' | 'write' | 'readSnapshot' | 'asOwner' | 'system'>

/** All rows on one machine. */
const poolUses = (lend: Lend, lendTo: LendTo, owner: pg.Pool): DatabaseUses => ({
  read: (scope, run, limits) =>
    lendTo(scope, connection => {
      enterStores(connection, scope)
      return inLimits(connection, limits, cancelBy(lend, owner), () => whileLent(connection, run))
    }),
  write: (scope, run) =>
    lendTo(scope, connection => {
      enterStores(connection, scope)
      return transaction(connection, 'BEGIN', run)
    }),
  readSnapshot: (scope, limits, run) =>
    lendTo(scope, connection =>
      ended(connection, limits.signal, cancelBy(lend, owner), () => transaction(connection, beginSnapshot(scope, limits), run)),
    ),
  asOwner: run => lend(owner, connection => transaction(connection, 'BEGIN', run)),
  system: { query: (text, params, name) => lend(owner, connection => connection.run(text, params ?? [], name)) },
})

/**
 * Rows on several machines: only what is set inside a transaction reaches them, so all work is one, and functions over tables stand in
 * the statements. What begins a transaction is sent piece by piece, since each machine gets the whole text that a setting came in.
 */
const spreadUses = (lend: Lend, lendTo: LendTo, owner: pg.Pool, inlining: Inlining): DatabaseUses => {
  const prepared: Lend = async (pool, run) => {
    await inlining.ready()
    return lend(pool, run)
  }
  const preparedTo: LendTo = async (scope, run) => {
    await inlining.ready()
    return lendTo(scope, run)
  }
  const within = <T>(
    connection: PooledConnection,
    begin: readonly string[],
    run: (q: Queries) => Promise<T>,
    end = commit,
  ): Promise<T> => transaction(connection, begin, q => run({ ...withEachText(q, inlining.inlined), spread: true }), end)
  return {
    read: (scope, run, limits) =>
      preparedTo(scope, connection =>
        inLimits(connection, limits, cancelBy(lend, owner), () =>
          within(connection, ['BEGIN', storeSetting(scope)], run, commitUnheard),
        ),
      ),
    write: (scope, run) => preparedTo(scope, connection => within(connection, ['BEGIN', storeSetting(scope), oneByOne], run)),
    readSnapshot: (scope, limits, run) =>
      preparedTo(scope, connection =>
        ended(connection, limits.signal, cancelBy(lend, owner), () =>
          within(connection, beginSnapshot(scope, limits).split('; '), run),
        ),
      ),
    asOwner: run => prepared(owner, connection => within(connection, ['BEGIN', storeSetting('all')], run)),
    // The owner passes by row level security on every machine: it needs no setting, and no transaction round one statement.
    system: {
      spread: true,
      query: (text, params, name) => prepared(owner, connection => connection.run(inlining.inlined(text), params ?? [], name)),
    },
  }
}

/** The session stands in these stores until it enters others: most connections serve the same store again and again. */
const enterStores = (connection: PooledConnection, scope: StoreScope): void => {
  const stores = storeScopeSetting(scope)
  if (connection.scope === stores) return
  connection.send(`SET app.store = '${stores}'`)
  connection.scope = stores
}

/** Sets the stores whose rows the transaction may touch. */
const storeSetting = (scope: StoreScope): string => `SET LOCAL app.store = '${storeScopeSetting(scope)}'`

const beginSnapshot = (scope: StoreScope, { timeout }: SnapshotLimits): string =>
  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${storeSetting(scope)}; SET LOCAL statement_timeout = ${Math.trunc(timeout)}; SET LOCAL jit = off; SET LOCAL work_mem = '32MB'`

const poolFigures = (name: PoolFigures['pool'], pool: pg.Pool): PoolFigures => ({
  pool: name,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

type Acquired = PooledConnection & { release(destroy?: boolean): void }

const acquire = async (pool: pg.Pool): Promise<Acquired> => {
  const connection = await pool.connect()
  if (!(connection instanceof PooledConnection)) throw new Error('The pool was opened with other connections')
  return connection
}

const poolOf = (options: PoolOptions, size: number, session: string): pg.Pool => {
  const pool = new pg.Pool({
    ...sessionAt(options.url, session),
    max: size,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: longestWait,
    // A machine that vanishes without a word is found out some day.
    keepAlive: true,
    Client: PooledConnection,
  })
  pool.on('error', error => options.broken?.(error))
  return pool
}

/**
 * Runs work with the connection's statements, which end with it. Of two things at once one may fail, and then the work is over while the
 * other goes on: its next statement would run among those of whoever has the connection then, in their transaction and with their stores.
 * It is not sent, and never answered.
 */
async function whileLent<T>(connection: PooledConnection, run: (q: Queries) => Promise<T>): Promise<T> {
  let isLent = true
  const send = (...[text, params, name, taker]: Parameters<PooledConnection['run']>) =>
    isLent ? connection.run<never>(text, params, name, taker) : new Promise<never>(() => undefined)
  try {
    return await run({
      query: (text, params, name) => send(text, params ?? [], name),
      ...(PooledConnection.handsOver
        ? {
            queryInto: async (rows, text, params, name) => {
              await send(text, params ?? [], name, rows)
            },
          }
        : {}),
    })
  } finally {
    isLent = false
  }
}

const transaction = async <T>(
  connection: PooledConnection,
  begin: string | readonly string[],
  run: (q: Queries) => Promise<T>,
  end: (connection: PooledConnection) => Promise<void> = commit,
): Promise<T> => {
  for (const statement of [begin].flat()) connection.send(statement)
  try {
    const result = await whileLent(connection, run)
    await end(connection)
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Ends the statement that a connection runs, by its id at the server. */
const cancelBy =
  (lend: Lend, owner: pg.Pool) =>
  (id: number): Promise<unknown> =>
    lend(owner, other => other.run('SELECT pg_cancel_backend($1::int)', [id], ''))

/**
 * Work on a connection that the signal ends. A cancelling that comes between two statements ends none, so it is asked again until the
 * work is over. The connection is not given back before the last one has been heard, so that no later work is hit, and then it is
 * not used again.
 */
const ended = async <T>(
  connection: PooledConnection,
  signal: AbortSignal,
  cancel: (id: number) => Promise<unknown>,
  run: () => Promise<T>,
): Promise<T> => {
  const id = await connection.serverId()
  signal.throwIfAborted()
  const over = new AbortController()
  let cancelling: Promise<unknown> | undefined
  const stop = (): void => {
    cancelling = (async () => {
      while (!over.signal.aborted) {
        await cancel(id).catch(() => undefined)
        await pause(50, undefined, { signal: over.signal }).catch(() => undefined)
      }
    })()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', stop)
    over.abort()
    await cancelling
    if (cancelling) connection.spoilt = true
  }
}

/** The same within a time, which a clock of ours watches: a setting of the connection would be a packet more, before and after. */
async function inLimits<T>(
  connection: PooledConnection,
  limits: SnapshotLimits | undefined,
  cancel: (id: number) => Promise<unknown>,
  run: () => Promise<T>,
): Promise<T> {
  if (!limits) return run()
  const late = new AbortController()
  const stop = (): void => late.abort(limits.signal.reason)
  const timer = setTimeout(stop, limits.timeout)
  limits.signal.addEventListener('abort', stop, { once: true })
  try {
    limits.signal.throwIfAborted()
    return await ended(connection, late.signal, cancel, run)
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', stop)
  }
}

/** A COMMIT of a failed transaction answers ROLLBACK and no error: work that swallowed an error must not seem saved. */
const commit = async (connection: PooledConnection): Promise<void> => {
  const { command } = await connection.query('COMMIT')
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
}

/** Ends a transaction that has read: nobody has to wait for how that went. */
const commitUnheard = async (connection: PooledConnection): Promise<void> => connection.send('COMMIT')

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
