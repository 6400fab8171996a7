import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { membersOf } from '../../../base/record.ts'
import { computeOrderOf } from '../../../model/computed/computeOrder.ts'
import { withComputed } from '../../../model/computed/withComputed.ts'
import { namesUsedBy } from '../../../model/expression.ts'
import type { Model, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { referencesForSave } from '../check/referencedRecords.ts'
import { expressionsOf, ruleContextOf, storeForExpressions } from '../check/ruleContext.ts'
import { refuseLocked } from '../check/writeRestrictions.ts'
import { lockRecords } from '../lockRecords.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { type Holder, holdersOf } from './holders.ts'

/** A row that is saved by itself: as it was, and what is sent of it. */
interface SavedRow {
  readonly body: DataRow
  readonly before?: DataRow | undefined
}

/** Gives the record that a row belongs to, where expressions of the row read it. */
export type ParentOf = (row: SavedRow) => DataRow | undefined

const reading = new WeakMap<Register, boolean>()

/** Tells whether expressions of rows read the record that they belong to. */
const readsParent = (model: Model, register: Register): boolean =>
  memoizeByKey(
    reading,
    register,
    () =>
      !fieldOf(register, 'parent') &&
      expressionsOf(register).some(expression => namesUsedBy(model, register.name, expression).includes('parent')),
  )

/**
 * Reads the records to which rows belong that are saved by themselves, as far as these ask for them, and refuses rows of records that
 * are locked. Nothing is read for other registers.
 */
export async function parentsOfRows(rows: readonly SavedRow[], table: Table, work: UnitOfWork): Promise<ParentOf> {
  const { model } = work
  let parentOf: ParentOf = () => undefined
  for (const holder of holdersOf(model, table.register)) {
    const reads = readsParent(model, table.register)
    if (!reads && (work.byServer || !isLocking(holder))) continue
    const keyOf = keyReader(holder, table)
    const ids = new Set(rows.flatMap(({ body, before }) => [before?.[holder.list.by], keyOf({ body, before })]))
    const known = await parentsNamed([...ids], holder, work)
    if (reads) parentOf = row => known.get(String(keyOf(row)))
  }
  return parentOf
}

/** Refuses that rows go, or are taken back, of records that are locked. */
export async function refuseRowsOfLocked(rows: readonly DataRow[], table: Table, work: UnitOfWork): Promise<void> {
  if (work.byServer) return
  for (const holder of holdersOf(work.model, table.register))
    if (isLocking(holder)) await parentsNamed([...new Set(rows.map(row => row[holder.list.by]))], holder, work)
}

/** A list that people do not change in its record says nothing of it, unless the record computes of it. */
export const isLocking = ({ register, list, computes }: Holder): boolean =>
  register.locked !== undefined && (computes || !list.readOnly)

/** The key of the parent: as sent, by number or as a record, or as it stands. */
const keyReader = ({ list }: Holder, { byName }: Table) => {
  const as = byName.get(list.by)?.field.reference?.as ?? ''
  return ({ body, before }: SavedRow): unknown => {
    if (body[list.by] !== undefined) return body[list.by]
    return membersOf(body[as]).id ?? before?.[list.by]
  }
}

async function parentsNamed(ids: readonly unknown[], holder: Holder, work: UnitOfWork): Promise<Map<string, DataRow>> {
  const isKey = (id: unknown): boolean =>
    holder.register.textKey ? typeof id === 'string' : Number.isSafeInteger(Number(id ?? Number.NaN))
  const keys = ids.filter(id => isKey(id) && id !== '')
  if (keys.length === 0) return new Map()
  const { model } = work
  const table = tableOf(model, holder.register.name)
  const [records, store] = await Promise.all([lockRecords(table, keys, work, 'all'), storeForExpressions(table, work)])
  const context = ruleContextOf(work, store, false)
  if (!work.byServer && isLocking(holder)) for (const record of records) refuseLocked(record, table, model, context)
  const referenced = referencesForSave(table, work)
  await referenced?.fetchFor(records)
  return new Map(
    records.map(record => {
      const beside = referenced?.attach(record) ?? record
      return [String(record.id), withComputed(model, table.register.name, { ...context, record: beside })]
    }),
  )
}

/** Tells whether saving a row by itself may change it once more, by what its record makes of it. */
export const isFollowing = (table: Table, { model }: Pick<UnitOfWork, 'model'>): boolean =>
  holdersOf(model, table.register).some(({ register, list }) => computeOrderOf(model, register).followingLists.has(list.name))
