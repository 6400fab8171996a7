import { existsSync } from 'node:fs'
import { type ArchiveTotals, readParts } from '../backup/archive.ts'
import type { ArchiveOpening } from '../backup/sealing/sealedParts.ts'
import type { Queries } from '../database/queries.ts'
import { databaseId } from './archivedYears.ts'
import { linesOf, type RecordRows, storeKeyOf } from './recordRows.ts'
import type { YearHead } from './yearHead.ts'

/** Some records of one store, as they lie together in an archive. */
export interface YearBatch {
  /** Its number in the archive. */
  readonly nth: number
  readonly lojaId: number
  readonly rows: RecordRows
}

/** An archive that was read whole. */
export interface ReadYear {
  readonly head: YearHead
  readonly totals: ArchiveTotals
}

/**
 * Reads an archive of a year from end to end, batch by batch; each is waited for.
 * @throws Error in words where it is missing, no such archive, not sealed with the key here, cut short or damaged. Batches before the damage were given: read once without
 * doing anything before anything is done
 */
export async function readYear(
  file: string,
  opening: ArchiveOpening,
  take?: (batch: YearBatch, head: YearHead) => Promise<void>,
): Promise<ReadYear> {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  let head: YearHead | undefined
  let nth = -1
  let rows: string[][] = []
  let failure: unknown
  const give = async (): Promise<void> => {
    const [first] = rows[0] ?? []
    if (!head || first === undefined || !take) return
    await take({ nth, lojaId: storeKeyOf(first), rows }, head).catch(error => {
      failure = error
      throw error
    })
  }
  const reading = readParts<YearHead>(
    { file, kind: 'year', opening },
    {
      async head(found) {
        head = found
      },
      async rows(table, part, of) {
        if (of !== nth) {
          await give()
          nth = of
          rows = (head?.tables ?? []).map(() => [])
        }
        rows[table] = linesOf(part)
      },
    },
  )
  const read = await reading.catch(error => {
    // The work with a batch failed, and not the archive.
    throw failure ?? error
  })
  await give()
  return read
}

/** Rows go back, and leave, where they came from alone. */
export async function demandSameDatabase(q: Queries, { database }: YearHead, file: string): Promise<void> {
  if ((await databaseId(q)) !== database) throw new Error(`${file} is of another database; nothing was changed.`)
}
