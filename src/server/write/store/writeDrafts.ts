import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { askLabelsBefore, type LabelFiller } from '../../query/labels/labelsBefore.ts'
import { localPlan } from '../../query/labels/remoteLabels.ts'
import { ROOT_ALIAS, selectList } from '../../query/planSql.ts'
import type { QueryPlan } from '../../query/queryPlan.ts'
import type { Table } from '../../query/table.ts'
import { requireStore, storeOfRow, type UnitOfWork } from '../unitOfWork.ts'
import { changeRows } from './changeRows.ts'
import { releaseReferences } from './releaseReferences.ts'
import { deleteRows, insertReturning, insertRows, selectRows, toColumn } from './rowStatements.ts'
import type { ListDraft, WriteDraft } from './writeDraft.ts'

/** A written draft: its key, and the row as the database holds it now, unless nothing changed. */
export interface WrittenDraft {
  readonly id: unknown
  readonly row?: DataRow
  /** The keys of rows that were added to lists. */
  readonly rows?: AddedRows
}

type AddedRows = Map<ListDraft['rows'][number], unknown>

/** Writes drafts of one table with their lists, alike rows by one statement; `plan` is how each record's row is read. */
export async function writeDrafts(drafts: readonly WriteDraft[], plan: QueryPlan, work: UnitOfWork): Promise<WrittenDraft[]> {
  const { table } = plan
  const reading = memoizeByKey(readings, plan, () => selectList(localPlan(plan, work.q)))
  // Where rows are on several machines, a statement that writes gives back nothing of other rows: these are read before it, or after.
  const after = work.q.spread === true && reading.includes('(SELECT ')
  const returned = after ? memoizeByKey(ownReadings, plan, () => selectList({ ...plan, labels: [] })) : reading
  const labels = after ? labelsBefore(drafts, plan, work) : undefined
  const fresh = drafts.filter(draft => !draft.before)
  work.service.quotas?.spend('rows', work.caller, fresh.length + newListRows(drafts))
  const lojaId = table.register.scope === 'store' ? requireStore(work.caller) : null
  const inserted = await insertReturning(
    table,
    fresh.map(({ columns }) => ({ lojaId, columns })),
    returned,
    work,
  )
  const rows = new Map(fresh.map((draft, index) => [draft, inserted[index]]))
  const changes = drafts.filter(isChanged).map(({ before, columns }) => ({ id: before?.id, columns }))
  const store = storeOfRow(table, work.caller, changes[0]?.id)
  const updated = rowsByKey(await changeRows(changes, table, store, returned, work), table)
  const back = [...rows.values(), ...updated.values()].filter(row => row !== undefined)
  const isNamed = !after || (await labels)?.(back)
  const keys = back.map(row => idOf(row, table))
  const whole = isNamed ? undefined : rowsByKey(await selectRows(table, lojaId ?? store, keys, reading, work), table)
  const added: AddedRows = new Map()
  const written = drafts.map((draft): WrittenDraft => {
    const row = rows.get(draft) ?? updated.get(draft.before?.id)
    const id = row ? idOf(row, table) : draft.before?.id
    return row ? { id, row: whole?.get(id) ?? row, rows: added } : { id, rows: added }
  })
  const ids = written.map(({ id }) => id)
  await writeLists(drafts, ids, added, work)
  return written
}

const readings = new WeakMap<QueryPlan, string>()
const ownReadings = new WeakMap<QueryPlan, string>()

/** Asks for the names of the records that these drafts will refer to; nobody waits for the answer before they are written. */
function labelsBefore(drafts: readonly WriteDraft[], plan: QueryPlan, work: UnitOfWork): Promise<LabelFiller> | undefined {
  const { table, labels } = plan
  if (table.register.scope !== 'store') return undefined
  const rows = drafts
    .filter(draft => !draft.before || isChanged(draft))
    .map(({ before, columns }) =>
      Object.fromEntries(
        labels.map(({ reference: { name } }) => [
          name,
          toColumn(table, name, name in columns ? columns[name] : before?.[name], work),
        ]),
      ),
    )
  return askLabelsBefore(plan, requireStore(work.caller), rows, work.q)
}

const rowsByKey = (rows: readonly DataRow[], table: Table): Map<unknown, DataRow> =>
  new Map(rows.map(row => [idOf(row, table), row]))

const idOf = (row: DataRow, { id }: Table): unknown => id.column.fromRow(row.id, id.field)

/** A record of which a row of a list changes has changed itself: its version says so. */
const isChanged = ({ before, columns, lists }: WriteDraft): boolean =>
  before !== undefined &&
  (Object.keys(columns).length > 0 ||
    lists.some(list => list.removed.length > 0 || list.rows.some(row => !row.before || Object.keys(row.columns).length > 0)))

const newListRows = (drafts: readonly WriteDraft[]): number => {
  let count = 0
  for (const { lists } of drafts) for (const { rows } of lists) for (const { before } of rows) if (!before) count += 1
  return count
}

/** Lists of many parents are written table by table. */
async function writeLists(
  drafts: readonly WriteDraft[],
  ids: readonly unknown[],
  keys: AddedRows,
  work: UnitOfWork,
): Promise<void> {
  const all = drafts.flatMap((draft, index) =>
    draft.lists.map(list => ({ list, parent: ids[index], lojaId: storeOfRow(draft.table, work.caller, ids[index]) })),
  )
  for (const group of Map.groupBy(all, ({ list, lojaId }) => `${list.name} ${lojaId}`).values()) {
    const [first] = group
    if (!first) continue
    const { table } = first.list
    const removed = group.flatMap(({ list }) => list.removed)
    if (removed.length > 0) {
      await releaseReferences(table, first.lojaId, removed, new Set(), work)
      await deleteRows(table, first.lojaId, removed, work)
    }
    const changed = group.flatMap(({ list }) =>
      list.rows.flatMap(row =>
        row.before && Object.keys(row.columns).length > 0 ? [{ id: row.before.id, columns: row.columns }] : [],
      ),
    )
    await changeRows(changed, table, first.lojaId, `${ROOT_ALIAS}.${table.id.sql}`, work)
    const added = group.flatMap(({ list, parent, lojaId }) =>
      list.rows.flatMap(row => (row.before ? [] : [{ row, lojaId, columns: ownColumns(list, row.columns, parent) }])),
    )
    const inserted = await insertRows(table, added, work)
    for (const [at, { row }] of added.entries()) keys.set(row, inserted[at])
  }
}

/** The row with its parent's key; where that is the store, the store stands in every row anyway. */
const ownColumns = ({ by }: ListDraft, columns: DataRow, parent: unknown): DataRow =>
  by === 'lojaId' ? columns : { ...columns, [by]: parent }
