import type { Queries } from '../database/queries.ts'
import type { ArchivedRows } from '../tables/derivedTables.ts'
import { noteInSums } from './archivedSums.ts'
import { markLeaving, markLeft } from './archivedYears.ts'
import { demandTables } from './demandTables.ts'
import { leftRecords, noteOthers } from './leftRecords.ts'
import { demandSameDatabase, readYear, type YearBatch } from './readYear.ts'
import { keyOfRow, type RecordRows, readRecordRows, rowsOfRecords, textsByRecord } from './recordRows.ts'
import { openStoreWork, type StoreWork } from './storeWork.ts'
import type { YearSource } from './writeYear.ts'
import type { ArchivedTable, YearHead } from './yearHead.ts'

/** The outcome of removing the records of an archive. */
interface Removed {
  readonly left: number
  /** Gone by an earlier run. */
  readonly gone: number
  /** Not as they were archived: somebody changed them since, and they stay. */
  readonly changed: number
}

/**
 * Removes from the database what an archive holds, batch by batch while people work: a record leaves if it still is what was archived, to the letter, in
 * one transaction with what sums go on knowing of it. Cut short anywhere it goes on when it is run again.
 * @throws Error in words where the archive is not sound, of another database or of other tables: nothing was removed
 */
export async function removeYear(source: YearSource, file: string): Promise<void> {
  const q = source.database.system
  const { head } = await readYear(file, source.opening)
  await demandSameDatabase(q, head, file)
  await demandTables(source, head)
  await markLeaving(source.database, head)
  const work = await openStoreWork(source.database)
  const sums = source.derived.flatMap(({ archived }) => (archived?.register === head.register ? archived : []))
  let [left, gone, changed, told] = [0, 0, 0, 0]
  try {
    await readYear(file, source.opening, async batch => {
      const removed = await removeBatch(work, head, batch, sums)
      left += removed.left
      gone += removed.gone
      changed += removed.changed
      if (left + gone - told < 10_000) return
      told = left + gone
      source.tell(`store ${batch.lojaId}: ${told} records are out`)
    })
  } finally {
    await work.close()
  }
  await markLeft(q, head)
  const before = gone > 0 ? `, ${gone} were before` : ''
  const stay = changed > 0 ? ` ${changed} were changed since they were archived and stay: archive them again.` : ''
  source.tell(`${left} records of ${head.year} were removed${before}.${stay}`)
}

const removeBatch = (work: StoreWork, head: YearHead, batch: YearBatch, sums: readonly ArchivedRows[]): Promise<Removed> =>
  work.write(batch.lojaId, async (q, client) => {
    const { lojaId, rows } = batch
    const [root] = head.tables
    if (!root) throw new Error('An archive without tables')
    const archived = (rows[0] ?? []).map(keyOfRow)
    // A change at hand comes first, and is seen here; a later one finds the sale gone.
    await q.query(`SELECT FROM ${root.name} m WHERE m."lojaId" = $1 AND m.id = ANY ($2::bigint[]) ORDER BY m.id FOR UPDATE`, [
      lojaId,
      archived,
    ])
    const standing = await readRecordRows(client, head.tables, lojaId, archived)
    const [then, now] = [textsByRecord(head.tables, rows), textsByRecord(head.tables, standing)]
    const same = new Set(archived.filter(id => now.get(id) === then.get(id)))
    const before = await leftRecords(q, head, batch)
    const others = archived.filter(id => (now.has(id) ? !same.has(id) : !before?.has(id)))
    await noteOthers(q, head, batch, others)
    const ids = [...same].map(Number)
    if (ids.length > 0) {
      await noteInSums(q, sums, 'remember', lojaId, ids)
      await removeRecordRows(q, head.tables, lojaId, standing, same)
    }
    return { left: same.size, gone: archived.length - now.size, changed: now.size - same.size }
  })

/** Rows of others go before those that they belong to. */
async function removeRecordRows(
  q: Queries,
  tables: readonly ArchivedTable[],
  lojaId: number,
  standing: RecordRows,
  records: ReadonlySet<string>,
): Promise<void> {
  const rows = rowsOfRecords(tables, standing, records)
  for (const [at, { name }] of [...tables.entries()].reverse()) {
    const ids = (rows[at] ?? []).map(keyOfRow)
    if (ids.length > 0) await q.query(`DELETE FROM ${name} WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])`, [lojaId, ids])
  }
}
