import type { Row } from '../query/run.ts'
import type { Table } from '../query/table.ts'
import type { Draft, ListDraft } from './draft.ts'
import { freeReferences } from './references.ts'
import { deleteRows, insertRows, updateRows } from './rows.ts'
import { storeOf, storeOfRow, type Work } from './work.ts'

/** Writes drafts of one table with their lists, alike rows by one statement, and gives the records' keys in their order. */
export async function writeDrafts(drafts: readonly Draft[], table: Table, work: Work): Promise<unknown[]> {
  const fresh = drafts.filter(draft => !draft.before)
  const lojaId = table.register.scope === 'store' ? storeOf(work.caller) : null
  const inserted = await insertRows(
    table,
    fresh.map(({ columns }) => ({ lojaId, columns })),
    work,
  )
  const newIds = new Map(fresh.map((draft, index) => [draft, inserted[index]]))
  const ids = drafts.map(draft => draft.before?.id ?? newIds.get(draft))
  await updateAlike(
    drafts.filter(isChanged).map(({ before, columns }) => ({ id: before?.id, columns })),
    table,
    work,
  )
  await writeLists(drafts, ids, work)
  return ids
}

/** A record of which a row of a list changes has changed itself: its version says so. */
const isChanged = ({ before, columns, lists }: Draft): boolean =>
  before !== undefined &&
  (Object.keys(columns).length > 0 ||
    lists.some(list => list.removed.length > 0 || list.rows.some(row => !row.before || Object.keys(row.columns).length > 0)))

async function updateAlike(
  changes: readonly { id: unknown; columns: Row }[],
  table: Table,
  work: Work,
  store?: number | null,
): Promise<void> {
  for (const group of Map.groupBy(changes, change => JSON.stringify(change.columns)).values()) {
    const ids = group.map(change => change.id)
    const lojaId = store === undefined ? storeOfRow(table, work.caller, ids[0]) : store
    await updateRows(table, lojaId, ids, group[0]?.columns ?? {}, work)
  }
}

/** Lists of many parents are written table by table. */
async function writeLists(drafts: readonly Draft[], ids: readonly unknown[], work: Work): Promise<void> {
  const all = drafts.flatMap((draft, index) =>
    draft.lists.map(list => ({ list, parent: ids[index], lojaId: storeOfRow(draft.table, work.caller, ids[index]) })),
  )
  for (const group of Map.groupBy(all, ({ list, lojaId }) => `${list.name} ${lojaId}`).values()) {
    const [first] = group
    if (!first) continue
    const { table } = first.list
    const removed = group.flatMap(({ list }) => list.removed)
    if (removed.length > 0) {
      await freeReferences(table, first.lojaId, removed, new Set(), work)
      await deleteRows(table, first.lojaId, removed, work)
    }
    const changed = group.flatMap(({ list }) =>
      list.rows.flatMap(row =>
        row.before && Object.keys(row.columns).length > 0 ? [{ id: row.before.id, columns: row.columns }] : [],
      ),
    )
    await updateAlike(changed, table, work, first.lojaId)
    const added = group.flatMap(({ list, parent, lojaId }) =>
      list.rows.flatMap(row => (row.before ? [] : [{ lojaId, columns: ownColumns(list, row.columns, parent) }])),
    )
    await insertRows(table, added, work)
  }
}

/** The row with its parent's key; where that is the store, the store stands in every row anyway. */
const ownColumns = ({ by }: ListDraft, columns: Row, parent: unknown): Row =>
  by === 'lojaId' ? columns : { ...columns, [by]: parent }
