import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { recordsIn } from '../../../base/record.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { awaitOverlapTurn, refuseOverlaps } from '../check/overlaps.ts'
import type { BodyPlace } from '../check/validationError.ts'
import { figuresOver, refreshFigures } from '../figures/refreshFigures.ts'
import { lockOwnFields } from '../lockRecords.ts'
import { numberRows } from '../store/numberRows.ts'
import type { ListDraft, WriteDraft } from '../store/writeDraft.ts'
import type { WrittenDraft } from '../store/writeDrafts.ts'
import { storeOfRow, type UnitOfWork } from '../unitOfWork.ts'

/** A list of which rows are records of a register of their own, on which more hangs than the list. */
interface WatchedList {
  readonly name: string
  readonly by: string
  readonly table: Table
}

const watched = new WeakMap<Table, readonly WatchedList[]>()

/** The lists of a table whose rows are more than rows when they are saved with their record. Most tables have none. */
const watchedLists = (table: Table, model: Model): readonly WatchedList[] =>
  memoizeByKey(watched, table, () =>
    [...table.lists.values()].flatMap(({ name, by, register }) => {
      const rows = tableOf(model, register)
      return !rows.register.parent && isWatched(rows.register, model) ? [{ name, by, table: rows }] : []
    }),
  )

const isWatched = (register: Register, model: Model): boolean =>
  register.noOverlap !== undefined ||
  register.fields.some(({ numbering }) => numbering !== undefined) ||
  figuresOver(model, register).length > 0 ||
  [...Object.values(model.notices), ...Object.values(model.automations)].some(
    ({ on }) => ('event' in on || 'state' in on || 'way' in on) && model.registers[on.register]?.table === register.table,
  )

/** Waits for its turn among writers of records that may not overlap, those of its lists too. */
export async function awaitOverlapTurns(table: Table, work: UnitOfWork): Promise<void> {
  await awaitOverlapTurn(table, work)
  for (const list of watchedLists(table, work.model)) await awaitOverlapTurn(list.table, work)
}

/** Gives new rows of lists their numbers, as rows get them that are saved by themselves. */
export async function numberListRows(drafts: readonly WriteDraft[], table: Table, work: UnitOfWork): Promise<WriteDraft[]> {
  const { q, caller, model } = work
  const numbered = new Map<ListDraft['rows'][number], ListDraft['rows'][number]>()
  for (const { name, table: rows } of watchedLists(table, model)) {
    const storeOf = ({ before }: WriteDraft) => (table.register.scope === 'self' ? Number(before?.id) : caller.storeId)
    for (const [lojaId, own] of Map.groupBy(drafts, storeOf)) {
      const fresh = own.flatMap(draft => listOf(draft, name)?.rows.filter(({ before }) => !before) ?? [])
      if (lojaId === null) continue
      const given = await numberRows(rows, fresh, { q, lojaId, zone: caller.zone })
      for (const [at, row] of fresh.entries()) numbered.set(row, given[at] ?? row)
    }
  }
  if (numbered.size === 0) return [...drafts]
  return drafts.map(draft => ({
    ...draft,
    lists: draft.lists.map(list => ({ ...list, rows: list.rows.map(row => numbered.get(row) ?? row) })),
  }))
}

const listOf = ({ lists }: WriteDraft, name: string): ListDraft | undefined => lists.find(list => list.name === name)

/** Holds the records that count rows of lists before these are written, as a row does that is saved by itself: no two wait for each other. */
export async function lockCounters(drafts: readonly WriteDraft[], table: Table, work: UnitOfWork): Promise<void> {
  for (const { name, table: rows } of watchedLists(table, work.model)) {
    const counters = figuresOver(work.model, rows.register).filter(
      ({ parents }) => parents.register.table !== table.register.table,
    )
    for (const [parents, figures] of Map.groupBy(counters, one => one.parents)) {
      const held = drafts.flatMap(draft => [
        ...recordsIn(listOf(draft, name) && draft.before?.[name]),
        ...(listOf(draft, name)?.rows.map(({ columns }) => columns) ?? []),
      ])
      const ids = new Set(held.flatMap(row => figures.flatMap(({ by }) => row[by.name] ?? [])))
      if (ids.size > 0) await lockOwnFields(parents, [...ids], work, 'all')
    }
  }
}

/** A row of a list that was written with its record: as it was, and as it is. */
interface FollowedRow {
  readonly path: string
  readonly before?: DataRow | undefined
  readonly after?: DataRow
  /** The columns that changed; absent: all of them. */
  readonly columns?: DataRow
}

/**
 * Holds what was written, rows of lists too, to what may not overlap, and brings up to date what hangs on the rows: figures, and who is told of them.
 * Gives what was written; where its own figures may have moved, it is still to be read.
 */
export async function followWritten(
  drafts: readonly WriteDraft[],
  written: readonly WrittenDraft[],
  table: Table,
  work: UnitOfWork,
  placeOf: BodyPlace,
): Promise<readonly WrittenDraft[]> {
  const changed = written.map(({ id }, index) => ({ id, path: placeOf(index), ...changedIn(drafts[index]) }))
  await refuseOverlaps(changed, table, work)
  let counts = false
  for (const list of watchedLists(table, work.model)) {
    const rows = drafts.flatMap((draft, index) => changesOf(draft, written[index], list, placeOf(index)))
    if (rows.length === 0) continue
    await followRows(rows, list.table, work)
    counts ||= figuresOver(work.model, list.table.register).some(({ parents }) => parents.register.table === table.register.table)
  }
  return counts ? unread(written) : written
}

/** Records that were written, still to be read. */
export const unread = (written: readonly WrittenDraft[]): readonly WrittenDraft[] => written.map(({ id }) => ({ id }))

/** Returns the changes of a draft to a record that stands; a new one is new in all of its parts. */
const changedIn = (draft: WriteDraft | undefined): { columns?: DataRow } => (draft?.before ? { columns: draft.columns } : {})

function changesOf(
  draft: WriteDraft,
  written: WrittenDraft | undefined,
  { name, by }: WatchedList,
  place: string,
): FollowedRow[] {
  const list = listOf(draft, name)
  if (!list || !written) return []
  const owned = (row: DataRow): DataRow => ({ ...row, [by]: written.id })
  const gone = new Set(list.removed)
  return [
    ...recordsIn(draft.before?.[name]).flatMap(row => (gone.has(row.id) ? [{ path: '', before: owned(row) }] : [])),
    ...list.rows.flatMap((row): FollowedRow[] => {
      const { before, columns, index } = row
      if (before && Object.keys(columns).length === 0) return []
      const after = owned({ ...before, ...columns, id: before?.id ?? written.rows?.get(row) })
      return [{ path: `${place}${name}.${index}.`, after, ...(before ? { before: owned(before), columns } : {}) }]
    }),
  ]
}

/** The same for rows that come or go with their record. */
export async function followListRows(
  records: readonly DataRow[],
  as: 'made' | 'removed',
  table: Table,
  work: UnitOfWork,
): Promise<void> {
  for (const { name, by, table: rows } of watchedLists(table, work.model)) {
    const own = records.flatMap(record => recordsIn(record[name]).map((row): DataRow => ({ ...row, [by]: record.id })))
    const changes = own.map((row): FollowedRow => (as === 'made' ? { path: '', after: row } : { path: '', before: row }))
    if (changes.length > 0) await followRows(changes, rows, work)
  }
}

async function followRows(rows: readonly FollowedRow[], table: Table, work: UnitOfWork): Promise<void> {
  const standing = rows.flatMap(({ path, after, columns }) =>
    after ? [{ id: after.id, path, ...(columns ? { columns } : {}) }] : [],
  )
  await refuseOverlaps(standing, table, work)
  for (const { before, after } of rows) {
    const id = (after ?? before)?.id
    const lojaId = storeOfRow(table, work.caller, id)
    const as = after ? (before ? undefined : 'made') : 'removed'
    work.changes.push({ register: table.register, lojaId, id: String(id), as, before })
  }
  await refreshFigures(table, work, () => rows.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()))
}
