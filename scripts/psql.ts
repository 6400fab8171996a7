import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedDatabaseUrl, isProcessAlive, readPostmaster } from '../src/server/database/postmaster.ts'
import { readSettings, type Settings } from '../src/server/settings.ts'

/**
 * `npm run psql`: opens the database of the running server with `psql`, where there is one; else prints its address. `-- --print`
 * only prints it. The port is that of `postmaster.pid`, the password lies in `postgres.password`, both in DATA_DIR/database.
 */
export function databaseAddress(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): string {
  const address = runningDatabase(settings)
  if (address !== undefined) return address
  throw new Error(`No PostgreSQL runs on ${join(settings.dataDir, 'database')}: it does while the server runs (npm start).`)
}

/** The address of the database, if one is named or the embedded one runs. */
export function runningDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): string | undefined {
  if (databaseUrl !== undefined) return databaseUrl
  const folder = join(dataDir, 'database')
  const passwordFile = join(folder, 'postgres.password')
  const living = readPostmaster(join(folder, 'postgres'))
  if (!living || !isProcessAlive(living.pid) || !existsSync(passwordFile)) return undefined
  return embeddedDatabaseUrl(living.port, readFileSync(passwordFile, 'utf8').trim(), 'retaguarda')
}

if (import.meta.main) {
  try {
    const address = databaseAddress(readSettings())
    const opened = process.stdout.isTTY && !process.argv.includes('--print') && spawnSync('psql', [address], { stdio: 'inherit' })
    if (!opened || opened.error) console.log(address)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
