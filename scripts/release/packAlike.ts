import { statSync } from 'node:fs'
import {
  ArchiveCounter,
  type ArchiveHead,
  type ArchiveReader,
  beginArchive,
  readArchive,
  type TableTotals,
} from '../../src/server/backup/archive.ts'
import type { Secrets } from '../../src/server/database/secret.ts'

/**
 * Packs an archive anew so that the same content gives the same bytes: rows in an order of their own, one moment, and no word that chance made: not sealed,
 * since it guards nothing.
 *
 * @returns its size in bytes.
 */
export async function packAlike(from: string, into: string, moment: Date, secrets: Secrets): Promise<number> {
  let head: ArchiveHead | undefined
  const parts = new Map<number, Buffer[]>()
  const files: [string, Buffer][] = []
  const reader: ArchiveReader = {
    head: async read => {
      head = read
    },
    rows: async (table, part) => void parts.set(table, [...(parts.get(table) ?? []), part]),
    file: async (path, bytes) => void files.push([path, bytes]),
  }
  const { totals } = await readArchive(from, { secrets }, reader)
  if (!head) throw new Error(`${from} has no head`)
  const alike = { ...head, createdAt: moment.toISOString(), keyProof: '', postgres: head.postgres.split('.')[0] ?? '' }
  const archive = await beginArchive(into, alike, undefined)
  const counter = new ArchiveCounter()
  const tables: TableTotals[] = []
  for (const [at, { name, rows }] of totals.tables.entries()) {
    const bytes = inOrder(Buffer.concat(parts.get(at) ?? []))
    if (bytes.length > 0) {
      counter.rows(at, bytes)
      await archive.add(`rows/${at}/0`, bytes)
    }
    tables.push({ name, rows, sha256: counter.digest(at) })
  }
  for (const [path, bytes] of files) {
    counter.file(path, bytes)
    await archive.add(path, bytes)
  }
  await archive.finish({ tables, sequences: totals.sequences, files: counter.fileTotals() })
  await readArchive(into, { secrets, trust: true })
  return statSync(into).size
}

/** Rows of COPY, a line each. */
const inOrder = (rows: Buffer): Buffer => {
  const lines = rows.toString('utf8').split('\n').slice(0, -1)
  return Buffer.from(
    lines
      .sort()
      .map(line => `${line}\n`)
      .join(''),
  )
}
