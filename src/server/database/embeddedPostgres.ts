import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Binaries, canReach, findBinaries, sharedFolder } from './binaries.ts'
import { createCluster, isClusterComplete } from './cluster.ts'
import { type PostgresUser, postgresUserFor } from './postgresUser.ts'
import { isProcessAlive, isServingCluster, localDatabaseUrl, readPostmaster, socketFolder } from './postmaster.ts'
import { startDeathWatch } from './scratch/deathWatch.ts'
import { scratchPlace } from './scratch/scratchPlace.ts'

/** A PostgreSQL of our own, running. */
export interface EmbeddedPostgres {
  /** Address of one of its databases. */
  address(database: string): string
  /** Whether its files are in memory alone. */
  readonly inMemory: boolean
  /** Ends it; scratch data is gone then. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Folder that holds the cluster, its password and its log. */
  readonly folder: string
  /** false for scratch data of tests: nothing is flushed to disk, and all is gone when it is stopped, or when we die. */
  readonly durable?: boolean
  /** Told of what is unusual. */
  notice?(text: string): void
  /** Told when a PostgreSQL that ended under us runs again: what hung on its connections is gone. */
  revived?(): void
}

/** All that starting needs to know. */
interface Place {
  readonly folder: string
  readonly cluster: string
  readonly owner: PostgresUser
  readonly binaries: Binaries
  readonly password: string
  readonly durable: boolean
}

/** How long a start may take: after a crash PostgreSQL replays its log first. */
const patience = 60_000

/**
 * Starts the PostgreSQL that npm brought over `folder`, making the cluster on first use.
 * When our server was killed its PostgreSQL lives on: then that one is taken over.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const folder = resolve(options.folder)
  mkdirSync(folder, { recursive: true })
  const scratch = options.durable === false ? scratchPlace() : undefined
  if (scratch) symlinkSync(scratch, join(folder, 'postgres'))
  const cluster = clusterIn(folder, options)
  const watch = options.durable === false ? startDeathWatch() : undefined
  watch?.cluster(cluster)
  for (const each of [cluster, folder]) watch?.folder(each)
  const owner = postgresUserFor(cluster)
  const password = passwordIn(folder)
  const place: Place = { folder, cluster, owner, binaries: findBinaries(owner), password, durable: options.durable !== false }
  if (!isClusterComplete(folder, cluster)) await createCluster(folder, cluster, place.binaries, owner, password, place.durable)
  const port = await running(place)
  const rest = keepRunning(place, port, options)
  const stopped = async (): Promise<void> => {
    await rest()
    await stop(cluster)
    if (!watch) return
    for (const each of [cluster, join(folder, 'postgres')]) rmSync(each, { recursive: true, force: true })
    watch.close()
  }
  return {
    address: database => localDatabaseUrl(cluster, port, password, database),
    inMemory: scratch !== undefined,
    stop: stopped,
  }
}

/** Milliseconds between two looks whether PostgreSQL lives. */
const lookEvery = 1000

/**
 * Starts PostgreSQL again, at the same port, when it ended under us (killed, out of memory): it replays its log, so nothing that
 * was acknowledged is lost. The answer ends the watch.
 */
const keepRunning = (place: Place, port: number, options: EmbeddedPostgresOptions): (() => Promise<void>) => {
  let reviving = Promise.resolve()
  let busy = false
  const look = async (): Promise<void> => {
    const living = readPostmaster(place.cluster)
    if (living && isProcessAlive(living.pid)) return
    options.notice?.('The embedded PostgreSQL ended unexpectedly: starting it again.')
    const again = await launch(place, port)
    if (again !== undefined) options.revived?.()
  }
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    reviving = look()
      .catch(error => options.notice?.(`The embedded PostgreSQL did not start again: ${error}`))
      .finally(() => {
        busy = false
      })
  }, lookEvery)
  timer.unref()
  return () => {
    clearInterval(timer)
    return reviving
  }
}

/** The password lies beside the cluster, readable by us alone. */
const passwordIn = (folder: string): string => {
  const file = join(folder, 'postgres.password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return password
}

/** The cluster's folder; a link to a reachable one where the unprivileged user cannot enter ours. */
const clusterIn = (folder: string, options: EmbeddedPostgresOptions): string => {
  const cluster = join(folder, 'postgres')
  // The link itself lies where that user cannot go.
  if (lstatSync(cluster, { throwIfNoEntry: false })) return realpathSync(cluster)
  if (canReach(folder, postgresUserFor(cluster))) {
    mkdirSync(cluster, { mode: 0o700 })
    return cluster
  }
  const elsewhere = join(sharedFolder, createHash('sha256').update(folder).digest('hex').slice(0, 16))
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 })
  symlinkSync(elsewhere, cluster)
  options.notice?.(`The user that PostgreSQL runs as cannot enter ${folder}: the database lies in ${elsewhere}.`)
  return elsewhere
}

/** The port of a PostgreSQL that serves our cluster: the one that lives already, else a new one. */
const running = async (place: Place): Promise<number> => {
  const until = Date.now() + patience
  for (;;) {
    const living = readPostmaster(place.cluster)
    if (living && isProcessAlive(living.pid) && (await isServingCluster(place.cluster, living.port, place.password)))
      return living.port
    // A predecessor that is ending still holds the folder: postgres refuses then, and is tried again.
    const port = await launch(place)
    if (port !== undefined) return port
    if (Date.now() > until) throw new Error(`The embedded PostgreSQL did not start: see ${join(place.folder, 'postgres.log')}.`)
    await wait(250)
  }
}

/** Starts one postgres, at the port wanted or at a free one; undefined when it ended at once. */
const launch = async (place: Place, wanted?: number): Promise<number | undefined> => {
  const port = wanted ?? (await freePort())
  const log = openSync(join(place.folder, 'postgres.log'), 'a', 0o600)
  const child = spawn(place.binaries.postgres, ['-D', place.cluster, '-p', String(port), ...settings(place, port)], {
    ...place.owner,
    cwd: '/',
    // A group of its own: Ctrl+C reaches us alone, and we end it after the last request.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let ended = false
  child.on('error', () => {
    ended = true
  })
  child.on('exit', () => {
    ended = true
  })
  for (const until = Date.now() + patience; !ended && Date.now() < until; await wait(15)) {
    if (readPostmaster(place.cluster)?.pid === child.pid && (await isServingCluster(place.cluster, port, place.password)))
      return port
  }
  return undefined
}

const settings = ({ cluster, durable }: Place, port: number): string[] => {
  const folder = socketFolder(cluster, port)
  // It is a list: a name with a comma is one of its own in quotes.
  const sockets = folder === '' ? '' : `"${folder.replaceAll('"', '""')}"`
  const places = ['listen_addresses=127.0.0.1', `unix_socket_directories=${sockets}`]
  const fixed = [...places, 'timezone=UTC', 'log_timezone=UTC']
  const tuned = [`shared_buffers=${durable ? buffers() : 128}MB`, 'random_page_cost=1.1', 'jit=off', 'log_min_messages=fatal']
  return [...fixed, ...tuned, ...(durable ? lasting : scratch)].flatMap(setting => ['-c', setting])
}

const lasting = ['max_connections=80', 'max_wal_size=1GB']
/** Nothing that only serves a restart, a replica or a database that lives for days. Servers that tests start share it. */
const scratch = [
  'max_connections=200',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'checkpoint_timeout=1h',
  'bgwriter_lru_maxpages=0',
  'autovacuum=off',
]

/** Megabytes in which PostgreSQL keeps what it reads: an eighth of the machine's memory. It takes them only as its data grows. */
const buffers = (): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(1024, Math.max(128, Math.floor(memory / 8 / 1_048_576)))
}

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Ends PostgreSQL in good order: open transactions are rolled back, everything is flushed. */
const stop = async (cluster: string): Promise<void> => {
  const living = readPostmaster(cluster)
  if (!living || !isProcessAlive(living.pid)) return
  try {
    process.kill(living.pid, 'SIGINT')
  } catch {
    return
  }
  for (const until = Date.now() + patience; readPostmaster(cluster) && Date.now() < until; ) await wait(10)
}
