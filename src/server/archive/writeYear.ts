import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Model, Register } from '../../model/model.ts'
import { findStores } from '../access/users.ts'
import { ArchiveCounter, type ArchiveTotals, type ArchiveWriter, beginArchive } from '../backup/archive.ts'
import { productVersion } from '../backup/productVersion.ts'
import type { ArchiveOpening } from '../backup/sealing/sealedParts.ts'
import type { ServerDatabase } from '../database/serverDatabase.ts'
import type { DerivedTables } from '../tables/derivedTables.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { archivedTables } from './archivedTables.ts'
import { databaseId } from './archivedYears.ts'
import { closedYear } from './closedYear.ts'
import { readYear } from './readYear.ts'
import { keyOfRow, readRecordRows } from './recordRows.ts'
import { openStoreWork, type StoreWork } from './storeWork.ts'
import type { ArchivedStore, YearHead } from './yearHead.ts'

/** The source of an archive of a year. */
export interface YearSource {
  readonly database: ServerDatabase
  readonly model: Model
  /** Tables beside the registers: they say what stays, and go on knowing what left. */
  readonly derived: readonly DerivedTables[]
  /** With what archives are sealed, and opened. */
  readonly opening: ArchiveOpening
  /** Hears of progress, in words. */
  tell(text: string): void
}

export interface YearWish {
  readonly register: Register
  readonly year: number
  /** One store alone. */
  readonly lojaId?: number | undefined
  readonly now: Date
  /** Records that are one batch: read, and later removed or brought back, together. */
  readonly batch?: number
}

const BATCH = 500

/**
 * Writes a closed year of a register into a new archive, store by store, while people work, and reads it back. Nothing is removed.
 * @throws Error in words where the year is not closed, the store is unknown, the file is there, or nothing is to be archived
 */
export async function writeYear(source: YearSource, wish: YearWish, file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  const head = await headOf(source, wish)
  const draft = `${file}.part`
  await rm(draft, { force: true })
  const work = await openStoreWork(source.database)
  let archive: ArchiveWriter | undefined
  try {
    archive = await beginArchive(draft, head, source.opening.secrets)
    const totals = await copyStores({ source, wish, head, work, archive })
    await archive.finish(totals)
    const records = totals.tables[0]?.rows ?? 0
    if (records === 0) throw new Error(`Nothing of ${wish.year} is there to be archived.`)
    await readBack(draft, totals, source.opening)
    await rename(draft, file)
    const rows = totals.tables.reduce((sum, table) => sum + table.rows, 0)
    source.tell(`${file}: ${records} records of ${head.register}, ${rows} rows, ${head.stores.length} stores; read back whole.`)
  } catch (error) {
    archive?.abandon()
    await rm(draft, { force: true })
    throw error
  } finally {
    await work.close()
  }
}

async function headOf({ database, model }: YearSource, { register, year, lojaId, now }: YearWish): Promise<YearHead> {
  const q = database.system
  const stores = await findStores(q, model, lojaId === undefined ? 'all' : [lojaId])
  if (stores.length === 0) throw new Error(lojaId === undefined ? 'There is no store.' : `There is no store ${lojaId}.`)
  const { rows } = await q.query<{ version: string }>("SELECT current_setting('server_version') AS version")
  return {
    format: 1,
    kind: 'year',
    id: randomUUID(),
    version: productVersion(),
    createdAt: now.toISOString(),
    postgres: rows[0]?.version ?? '',
    database: await databaseId(q),
    register: register.name,
    year,
    stores: stores.map(store => closedYear(year, store, now)),
    tables: await archivedTables(q, model, register),
  }
}

interface Copying {
  readonly source: YearSource
  readonly wish: YearWish
  readonly head: YearHead
  readonly work: StoreWork
  readonly archive: ArchiveWriter
}

async function copyStores(copying: Copying): Promise<ArchiveTotals> {
  const { head, source, work, archive } = copying
  const counter = new ArchiveCounter()
  const rows = head.tables.map(() => 0)
  let nth = 0
  for (const store of head.stores) {
    let records = 0
    for await (const ids of batchesOf(copying, store)) {
      const found = await work.read(store.id, (_, client) => readRecordRows(client, head.tables, store.id, ids))
      for (const [at, lines] of found.entries()) {
        if (lines.length === 0) continue
        const bytes = Buffer.from(`${lines.join('\n')}\n`)
        counter.rows(at, bytes)
        await archive.add(`rows/${at}/${nth}`, bytes)
        rows[at] = (rows[at] ?? 0) + lines.length
      }
      nth++
      const before = records
      records += found[0]?.length ?? 0
      if (Math.floor(before / 10_000) < Math.floor(records / 10_000)) source.tell(`store ${store.id}: ${records} records`)
    }
    source.tell(`store ${store.id}: ${records} records of ${head.year}`)
  }
  const tables = head.tables.map(({ name }, at) => ({ name, rows: rows[at] ?? 0, sha256: counter.digest(at) }))
  return { tables, sequences: [], files: counter.fileTotals() }
}

/** Keys of the records of a store's year that may leave, in the order of their moments. */
async function* batchesOf(
  { source, wish: { register, batch = BATCH }, head, work }: Copying,
  store: ArchivedStore,
): AsyncGenerator<string[]> {
  const by = `m.${quotedIdentifier(register.archive?.by ?? '')}`
  const stays = source.derived
    .flatMap(({ archived }) => (archived?.register === register.name ? archived.stays : []))
    .map(condition => ` AND (${condition}) IS NOT TRUE`)
  const text = `SELECT m.id::text AS id, ${by}::text AS moment FROM ${head.tables[0]?.name} m
    WHERE m."lojaId" = $1 AND ${by} >= $2::timestamptz AND ${by} < $3::timestamptz AND (${by}, m.id) > ($4::timestamptz, $5::bigint)${stays.join('')}
    ORDER BY ${by}, m.id LIMIT ${batch}`
  for (let last = { moment: '-infinity', id: '0' }; ; ) {
    const { rows } = await work.read(store.id, q =>
      q.query<{ id: string; moment: string }>(text, [store.id, store.from, store.until, last.moment, last.id]),
    )
    if (rows.length > 0) yield rows.map(({ id }) => id)
    const end = rows.at(-1)
    if (rows.length < batch || !end) return
    last = end
  }
}

/** Every row must be there again, under a record of its own archive. */
async function readBack(file: string, written: ArchiveTotals, opening: ArchiveOpening): Promise<void> {
  const counts = written.tables.map(() => 0)
  await readYear(file, opening, async ({ lojaId, rows }, head) => {
    if (!head.stores.some(({ id }) => id === lojaId)) throw new Error(`it holds rows of store ${lojaId}`)
    const keys = rows.map(lines => new Set(lines.map(keyOfRow)))
    for (const [at, lines] of rows.entries()) {
      if (keys[at]?.size !== lines.length) throw new Error(`a row of ${head.tables[at]?.name} stands twice`)
      counts[at] = (counts[at] ?? 0) + lines.length
    }
  })
  const wrong = written.tables.filter(({ rows }, at) => counts[at] !== rows)
  if (wrong.length > 0) throw new Error(`${file} does not hold all rows: ${wrong.map(({ name }) => name).join(', ')}.`)
}
