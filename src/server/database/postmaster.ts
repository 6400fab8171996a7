import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isRecord } from '../../base/record.ts'

/** The facts about a running PostgreSQL in its data folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** Reads postmaster.pid: line 1 the process, line 4 the port. Undefined when there is none, or it is being written. */
export const readPostmaster = (cluster: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number.parseInt(lines[0] ?? '', 10)
    const port = Number.parseInt(lines[3] ?? '', 10)
    return pid > 0 && port > 0 ? { pid, port } : undefined
  } catch {
    return undefined
  }
}

export const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isRecord(error) && error.code === 'EPERM'
  }
}

/** The longest address of a socket in bytes: 104 on macOS with the byte that ends it, 108 on Linux. */
const longestSocket = 103

const socketIn = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`)

/** The folder for the socket of a cluster at the port: its own; none where a socket cannot be, as its address is too long or the system has none. */
export const socketFolder = (cluster: string, port: number): string =>
  process.platform === 'win32' || Buffer.byteLength(socketIn(cluster, port)) > longestSocket ? '' : cluster

/**
 * Address of a database of the embedded server by its socket, where it has one: what goes through a socket costs both sides a quarter less of the
 * processor than over the network of the machine.
 */
export function localDatabaseUrl(cluster: string, port: number, password: string, database: string): string {
  const url = embeddedDatabaseUrl(port, password, database)
  const folder = socketFolder(cluster, port)
  return folder !== '' && existsSync(socketIn(folder, port)) ? `${url}?host=${encodeURIComponent(folder)}` : url
}

/** Address of a database of the embedded server. */
export const embeddedDatabaseUrl = (port: number, password: string, database: string): string =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

/** Tells whether the server at `port` answers and serves this very folder (and not another that took the port). */
export const isServingCluster = async (cluster: string, port: number, password: string): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: embeddedDatabaseUrl(port, password, 'postgres'),
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>('SELECT setting AS folder FROM pg_settings WHERE name = $1', [
      'data_directory',
    ])
    return realpathSync(rows[0]?.folder ?? '') === realpathSync(cluster)
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
