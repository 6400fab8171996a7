import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sessionAt } from '../database/sessionAt.ts'
import type { FileStorage } from '../storage/fileStorage.ts'
import { type ArchiveHead, type ArchiveTotals, readArchive } from './archive.ts'
import { clientQueries } from './clientQueries.ts'
import type { DatabaseObjects } from './databaseObjects.ts'
import { type CopiedTable, ownObject, ownSchemas } from './ownObjects.ts'
import type { ArchiveOpening } from './sealing/sealedParts.ts'
import { checkedObjects, demandNames } from './trust/checkedObjects.ts'
import type { BackedUp } from './writeBackup.ts'

/** Where a copy goes, and how it is opened. */
export interface RestorePlace extends Pick<BackedUp, 'url' | 'files'> {
  readonly opening: ArchiveOpening
}

/** The lock that servers take while they bring the tables to their definitions: one that starts meanwhile waits. */
const lock = 'SELECT pg_advisory_xact_lock(7274617461)'

/**
 * Brings back what an archive holds: all of it, or nothing changes. A database that holds tables is left alone unless told otherwise,
 * (`overwrite`), and one that others work on in any case. Files are added to those that are there. What no key proves is taken by hand alone
 * (`trust` of the opening), and runs no statement of its own.
 */
export async function restoreBackup(
  { url, files, opening }: RestorePlace,
  file: string,
  { overwrite = false }: { readonly overwrite?: boolean } = {},
): Promise<ArchiveTotals> {
  // All of it, before anything is touched.
  await readArchive(file, opening, { head: async (head, sealed) => void soundObjects(head, sealed) })
  const client = new pg.Client(sessionAt(url, '-c app.store=* -c check_function_bodies=off -c statement_timeout=0'))
  await client.connect()
  try {
    await client.query(
      `BEGIN; SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL standard_conforming_strings = on; SET LOCAL maintenance_work_mem = '256MB'`,
    )
    await client.query(lock)
    await refuseOthers(client)
    await makeRoom(client, overwrite)
    const totals = await restoreInto(client, { files, opening }, file)
    await client.query('COMMIT')
    await client.query('ANALYZE')
    return totals
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

/** Returns the objects of the database: as a copy of our own says, or from checked parts where no key proves that it is one. */
function soundObjects({ objects }: ArchiveHead, sealed: boolean): DatabaseObjects {
  demandNames(objects.tables)
  return sealed ? objects : checkedObjects(objects)
}

async function restoreInto(
  client: pg.Client,
  { files, opening }: Omit<RestorePlace, 'url'>,
  file: string,
): Promise<ArchiveTotals> {
  const q = clientQueries(client)
  let objects: DatabaseObjects | undefined
  const copies = new RowCopies(client, () => objects?.tables ?? [])
  const { totals } = await readArchive(file, opening, {
    head: async (head, sealed) => {
      objects = soundObjects(head, sealed)
      for (const { name, schema } of objects.extensions) {
        await q.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`)
        await q.query(`CREATE EXTENSION IF NOT EXISTS ${client.escapeIdentifier(name)} SCHEMA ${client.escapeIdentifier(schema)}`)
      }
      for (const statement of objects.before) await q.query(statement)
    },
    rows: (table, part) => copies.add(table, part),
    file: (path, bytes) => addFile(files, path, bytes),
  })
  await copies.end()
  for (const { name, value, called } of totals.sequences)
    await q.query('SELECT setval($1::regclass, $2, $3)', [name, value, called])
  for (const statement of objects?.after ?? []) await q.query(statement)
  for (const [at, { name, rows }] of totals.tables.entries())
    if (copies.rowsOf(at) !== rows) throw new Error(`${name} got ${copies.rowsOf(at)} rows of ${rows}.`)
  return totals
}

/** Sends parts of rows to their tables, one table after another. */
class RowCopies {
  private readonly client: pg.Client
  private readonly tables: () => readonly CopiedTable[]
  private readonly counts = new Map<number, number>()
  private open: { readonly table: number; readonly copy: ReturnType<typeof copyFrom> } | undefined

  constructor(client: pg.Client, tables: () => readonly CopiedTable[]) {
    this.client = client
    this.tables = tables
  }

  async add(table: number, part: Buffer): Promise<void> {
    if (this.open?.table !== table) {
      await this.end()
      const known = this.tables()[table]
      if (!known) throw new Error(`rows of an unknown table ${table}`)
      this.open = { table, copy: this.client.query(copyFrom(`COPY ${known.name} (${known.columns}) FROM STDIN`)) }
      // Told where it is waited for.
      this.open.copy.on('error', () => undefined)
    }
    const { copy } = this.open
    await new Promise<void>((done, failed) => copy.write(part, error => (error ? failed(error) : done())))
  }

  /** Ends the table at hand. */
  async end(): Promise<void> {
    if (!this.open) return
    const { table, copy } = this.open
    this.open = undefined
    const over = finished(copy)
    copy.end()
    await over
    this.counts.set(table, copy.rowCount)
  }

  rowsOf(table: number): number {
    return this.counts.get(table) ?? 0
  }
}

async function refuseOthers(q: pg.Client): Promise<void> {
  const { rows } = await q.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
       AND application_name NOT LIKE 'citus%'`,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new Error(`Others work on the database (connections: ${count}). Stop every server first.`)
}

/** Nothing of what is to come may stand there. */
async function makeRoom(q: pg.Client, overwrite: boolean): Promise<void> {
  const { rows } = await q.query<{ text: string; table: boolean }>(
    `SELECT text, place = 1 AS "table" FROM (
       SELECT 1 AS place, format('DROP TABLE IF EXISTS %I.%I CASCADE', n.nspname, c.relname) AS text FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p') AND ${ownObject('pg_class', 'c.oid')}
       UNION ALL SELECT 2, format('DROP VIEW IF EXISTS %I.%I CASCADE', n.nspname, c.relname) FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace
         WHERE c.relkind = 'v' AND ${ownObject('pg_class', 'c.oid')}
       UNION ALL SELECT 3, format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p JOIN (${ownSchemas}) n ON n.oid = p.pronamespace
         WHERE ${ownObject('pg_proc', 'p.oid')}
       UNION ALL SELECT 4, format('DROP SEQUENCE IF EXISTS %I.%I CASCADE', n.nspname, c.relname) FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace
         WHERE c.relkind = 'S' AND ${ownObject('pg_class', 'c.oid')}) all_of_it ORDER BY place`,
  )
  const tables = rows.filter(({ table }) => table).length
  if (tables > 0 && !overwrite)
    throw new Error(`The database holds ${tables} tables already; nothing was changed. To drop them first: --overwrite.`)
  for (const { text } of rows) await q.query(text)
}

/** A file never changes: one that is there is the same. */
async function addFile(files: FileStorage, key: string, bytes: Buffer): Promise<void> {
  if ((await files.size(key)) !== bytes.length) await files.keep(key, bytes)
}
