import { rename, rm } from 'node:fs/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { secretsOfInstallation } from '../database/secret.ts'
import { type FileStorage, fileTrees } from '../storage/fileStorage.ts'
import { ArchiveCounter, type ArchiveTotals, type ArchiveWriter, beginArchive, readArchive, type TableTotals } from './archive.ts'
import { clientQueries } from './clientQueries.ts'
import { type DatabaseObjects, databaseObjects, sequencePlaces } from './databaseObjects.ts'
import { proofOfKey } from './keyProof.ts'
import { productVersion } from './productVersion.ts'
import { openSnapshot } from './snapshot.ts'

/** The database to copy, and the files that its rows name. The key of secrets is not copied: it lies in the data folder. */
export interface BackedUp {
  readonly url: string
  readonly dataDir: string
  readonly files: FileStorage
}

/** Bytes of rows that are one part of an archive. */
const PART = 4 * 1024 * 1024

/**
 * Copies database and files into one archive while people work: all rows as they stand at one moment. Files never change and are
 * written before the rows that name them, so those that are there afterwards hold all that the rows name. The archive is read back
 * before it takes its name. It is sealed with the key of the installation.
 */
export async function writeBackup({ url, dataDir, files }: BackedUp, file: string): Promise<ArchiveTotals> {
  const draft = `${file}.part`
  const secrets = secretsOfInstallation(dataDir)
  await rm(draft, { force: true })
  const { client, close } = await openSnapshot(url)
  let archive: ArchiveWriter | undefined
  try {
    const q = clientQueries(client)
    const objects = await databaseObjects(q)
    const { rows } = await q.query<{ version: string }>("SELECT current_setting('server_version') AS version")
    const head = {
      format: 1 as const,
      version: productVersion(),
      createdAt: new Date().toISOString(),
      postgres: rows[0]?.version ?? '',
      keyProof: proofOfKey(secrets),
      objects,
    }
    archive = await beginArchive(draft, head, secrets)
    const counter = new ArchiveCounter()
    const tables = await copyRows(client, objects, archive, counter)
    const sequences = await sequencePlaces(q)
    await copyFiles(files, archive, counter)
    const totals = { tables, sequences, files: counter.fileTotals() }
    await archive.finish(totals)
    await readArchive(draft, { secrets })
    await rename(draft, file)
    return totals
  } catch (error) {
    archive?.abandon()
    await rm(draft, { force: true })
    throw error
  } finally {
    await close()
  }
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

async function copyFiles(storage: FileStorage, archive: ArchiveWriter, counter: ArchiveCounter): Promise<void> {
  for (const tree of fileTrees)
    for await (const { key } of storage.list(tree)) {
      const bytes = await storage.read(key)
      // One that was never used may go meanwhile.
      if (bytes === undefined) continue
      counter.file(key, bytes)
      await archive.add(key, bytes)
    }
}
