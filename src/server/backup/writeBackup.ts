import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { membersOf } from '../../base/record.ts'
import { secretsOfInstallation } from '../database/secret.ts'
import { ArchiveCounter, type ArchiveTotals, type ArchiveWriter, beginArchive, readArchive, type TableTotals } from './archive.ts'
import { clientQueries } from './clientQueries.ts'
import { type DatabaseObjects, databaseObjects, sequencePlaces } from './databaseObjects.ts'
import { proofOfKey } from './keyProof.ts'
import { lockTables } from './lockTables.ts'
import { productVersion } from './productVersion.ts'

/** What is copied: a database, and the folder with the files that its rows name. */
export interface BackedUp {
  readonly url: string
  readonly dataDir: string
}

/** Bytes of rows that are one part of an archive. */
const PART = 4 * 1024 * 1024

/**
 * Copies database and files into one archive while people work: all rows as they stand at one moment. Files never change and are
 * written before the rows that name them, so those that are there afterwards hold all that the rows name. The archive is read back
 * before it takes its name.
 */
export async function writeBackup({ url, dataDir }: BackedUp, file: string): Promise<ArchiveTotals> {
  const draft = `${file}.part`
  await rm(draft, { force: true })
  const client = await snapshotClient(url)
  let archive: ArchiveWriter | undefined
  try {
    const q = clientQueries(client)
    await lockTables(q)
    const objects = await databaseObjects(q)
    const { rows } = await q.query<{ version: string }>("SELECT current_setting('server_version') AS version")
    archive = await beginArchive(draft, {
      format: 1,
      version: productVersion(),
      createdAt: new Date().toISOString(),
      postgres: rows[0]?.version ?? '',
      keyProof: proofOfKey(secretsOfInstallation(dataDir)),
      objects,
    })
    const counter = new ArchiveCounter()
    const tables = await copyRows(client, objects, archive, counter)
    const sequences = await sequencePlaces(q)
    await copyFiles(dataDir, archive, counter)
    const totals = { tables, sequences, files: counter.fileTotals() }
    await archive.finish(totals)
    await readArchive(draft)
    await rename(draft, file)
    return totals
  } catch (error) {
    archive?.abandon()
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** A connection that sees one moment of all stores, and whose texts mean the same everywhere. */
async function snapshotClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c app.store=* -c search_path=pg_catalog -c timezone=UTC -c datestyle=ISO -c statement_timeout=0',
  })
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  return client
}

async function copyRows(
  client: pg.Client,
  { tables }: DatabaseObjects,
  archive: ArchiveWriter,
  counter: ArchiveCounter,
): Promise<TableTotals[]> {
  const totals: TableTotals[] = []
  for (const [at, { name, columns }] of tables.entries()) {
    const copy = client.query(copyTo(`COPY ${name} (${columns}) TO STDOUT`))
    let parts = 0
    const add = async (bytes: Buffer): Promise<void> => {
      counter.rows(at, bytes)
      await archive.add(`rows/${at}/${parts++}`, bytes)
    }
    let waiting: Buffer[] = []
    let size = 0
    for await (const chunk of copy) {
      waiting.push(chunk)
      size += chunk.length
      if (size < PART) continue
      await add(Buffer.concat(waiting))
      waiting = []
      size = 0
    }
    if (size > 0) await add(Buffer.concat(waiting))
    totals.push({ name, rows: copy.rowCount, sha256: counter.digest(at) })
  }
  return totals
}

async function copyFiles(dataDir: string, archive: ArchiveWriter, counter: ArchiveCounter): Promise<void> {
  for (const tree of ['files', 'attachments'])
    for (const path of await filesBelow(dataDir, tree)) {
      // One that was never used may go meanwhile.
      const bytes = await readFile(join(dataDir, path)).catch(error => {
        if (membersOf(error).code === 'ENOENT') return undefined
        throw error
      })
      if (bytes === undefined) continue
      counter.file(path, bytes)
      await archive.add(path, bytes)
    }
}

/** Files of a folder that are whole, by their paths in the data folder. */
async function filesBelow(dataDir: string, tree: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, tree), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile() && !/^\..*\.part$/.test(entry.name))
    .map(entry => relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
