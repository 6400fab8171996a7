import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queries } from '../database/queries.ts'

/** A file of schemas/migrations: SQL that a person wrote for what may not happen by itself. Run once. */
export interface Migration {
  readonly name: string
  readonly text: string
  readonly hash: string
}

/** The migrations of a folder, in the order of their names. */
export const readMigrations = (folder: string): Migration[] => {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(name => name.endsWith('.sql'))
  return names.sort().map(name => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name: name.slice(0, -'.sql'.length), text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

/** Those that did not run on this database yet, and what is odd about the others. */
export const pendingMigrations = async (
  q: Queries,
  all: readonly Migration[],
): Promise<{ pending: Migration[]; notices: string[] }> => {
  const { rows } = await q.query<{ name: string; hash: string }>('SELECT name, hash FROM system.migrations')
  const done = new Map(rows.map(row => [row.name, row.hash]))
  const changed = all.filter(migration => done.has(migration.name) && done.get(migration.name) !== migration.hash)
  return {
    pending: all.filter(migration => !done.has(migration.name)),
    notices: changed.map(migration => `Migration "${migration.name}" was changed after it ran; it does not run again.`),
  }
}

export const runMigration = async (q: Queries, migration: Migration): Promise<void> => {
  try {
    await q.query(migration.text)
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new Error(`Migration "${migration.name}" failed, and nothing was changed: ${why}`, { cause: error })
  }
  await q.query('INSERT INTO system.migrations (name, hash) VALUES ($1, $2)', [migration.name, migration.hash])
}
