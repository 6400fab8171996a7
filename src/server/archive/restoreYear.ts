import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { findStores } from '../access/users.ts'
import type { ArchiveOpening } from '../backup/sealing/sealedParts.ts'
import type { Queries } from '../database/queries.ts'
import { noteInSums } from './archivedSums.ts'
import { markBack } from './archivedYears.ts'
import { demandTables } from './demandTables.ts'
import { leftRecords } from './leftRecords.ts'
import { demandSameDatabase, readYear, type YearBatch } from './readYear.ts'
import { keyOfRow, type RecordRows, readRecordRows, rowsOfRecords, textsByRecord } from './recordRows.ts'
import { openStoreWork, type StoreWork } from './storeWork.ts'
import type { YearSource } from './writeYear.ts'
import type { ArchivedTable, YearHead } from './yearHead.ts'

/**
 * Brings back the rows that left by an archive, under the keys that they had, batch by batch while people work; sums stay what they are. What stands
 * is left as it is; cut short, it goes on when it is run again.
 * @throws Error in words where the archive is damaged or of another database, its tables or stores are none any more, or all that left by it stands:
 * nothing was changed
 */
export async function restoreYear(source: YearSource, file: string): Promise<void> {
  const { database, model, derived } = source
  const { head } = await readYear(file, source.opening)
  await demandSameDatabase(database.system, head, file)
  await demandTables(source, head)
  const known = new Set((await findStores(database.system, model, 'all')).map(({ id }) => id))
  const lost = head.stores.filter(({ id }) => !known.has(id))
  if (lost.length > 0) throw new Error(`There is no store ${lost.map(({ id }) => id).join(', ')} any more; nothing was changed.`)
  const work = await openStoreWork(database)
  try {
    const { missing, changed } = await countMissing(work, file, source.opening)
    if (missing === 0) throw new Error(`All records that left by ${file} stand already; nothing was changed.`)
    const sums = derived.flatMap(({ archived }) => (archived?.register === head.register ? archived : []))
    let back = 0
    await readYear(file, source.opening, async batch => {
      const brought = await work.write(batch.lojaId, async (q, client) => {
        const ids = await missingOf(q, client, head, batch)
        if (ids.size === 0) return 0
        await bringBack(q, client, head.tables, rowsOfRecords(head.tables, batch.rows, ids))
        await noteInSums(q, sums, 'forget', batch.lojaId, [...ids].map(Number))
        return ids.size
      })
      if (Math.floor(back / 10_000) < Math.floor((back + brought) / 10_000))
        source.tell(`store ${batch.lojaId}: ${back + brought} of ${missing} records are back`)
      back += brought
    })
    for (const { id } of head.stores)
      await work.write(id, async q => {
        for (const statement of sums.flatMap(({ tidy }) => tidy)) await q.query(statement, [id])
      })
    await markBack(database.system, head)
    const stood = changed > 0 ? ` ${changed} stand as they were changed after the archive, and were left so.` : ''
    source.tell(`${back} records of ${head.year} are back.${stood}`)
  } finally {
    await work.close()
  }
}

/** How many records of an archive are out, and how many stand otherwise than they were archived. */
async function countMissing(
  work: StoreWork,
  file: string,
  opening: ArchiveOpening,
): Promise<{ missing: number; changed: number }> {
  let [missing, changed] = [0, 0]
  await readYear(file, opening, (batch, head) =>
    work.read(batch.lojaId, async (q, client) => {
      const ids = (batch.rows[0] ?? []).map(keyOfRow)
      const now = textsByRecord(head.tables, await readRecordRows(client, head.tables, batch.lojaId, ids))
      const then = textsByRecord(head.tables, batch.rows)
      const left = await leftRecords(q, head, batch)
      missing += ids.filter(id => left?.has(id) && !now.has(id)).length
      changed += [...now].filter(([id, text]) => then.get(id) !== text).length
    }),
  )
  return { missing, changed }
}

/** Keys of the records that left by this archive and are out. */
async function missingOf(q: Queries, client: pg.Client, head: YearHead, batch: YearBatch): Promise<Set<string>> {
  const ids = [...((await leftRecords(q, head, batch)) ?? [])]
  if (ids.length === 0) return new Set()
  const [standing = []] = await readRecordRows(client, head.tables.slice(0, 1), batch.lojaId, ids)
  const there = new Set(standing.map(keyOfRow))
  return new Set(ids.filter(id => !there.has(id)))
}

const UNIQUE_VIOLATION = '23505'

/** By way of a table of this connection alone: rows under row level security take no COPY. */
async function bringBack(q: Queries, client: pg.Client, tables: readonly ArchivedTable[], rows: RecordRows): Promise<void> {
  for (const [at, { name, columns }] of tables.entries()) {
    const lines = rows[at] ?? []
    if (lines.length === 0) continue
    const [all, passing] = [columns.join(', '), `pg_temp.back_${at}`]
    await q.query(`CREATE TEMP TABLE back_${at} ON COMMIT DROP AS SELECT ${all} FROM ${name} WITH NO DATA`)
    await pipeline(
      Readable.from([Buffer.from(`${lines.join('\n')}\n`)]),
      client.query(copyFrom(`COPY ${passing} (${all}) FROM STDIN`)),
    )
    const { rowCount } = await q.query(`INSERT INTO ${name} (${all}) SELECT ${all} FROM ${passing}`).catch(error => {
      if (error.code !== UNIQUE_VIOLATION) throw error
      throw new Error(
        `Another row took the place of one of ${name} since: ${error.detail} What is back until here stays; run again once it is free.`,
      )
    })
    if (rowCount !== lines.length) throw new Error(`${name} got ${rowCount} rows of ${lines.length}.`)
  }
}
