import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planOwnFields } from '../query/planRecord.ts'
import type { QueryPlan } from '../query/queryPlan.ts'
import { rowAccessConditions } from '../query/rowAccess.ts'
import type { RecordTable, RegisterColumn, Table } from '../query/table.ts'
import { secretLocation } from './store/rowStatements.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** A record of the database: each of its fields is there. */
export type StoredRecord<R extends object> = {
  readonly [Key in keyof R]-?: Key extends 'id' | 'version' ? NonNullable<R[Key]> : R[Key]
}

/** The names of a record's lists. */
type ListNames<R> = { [Key in keyof R]: NonNullable<R[Key]> extends readonly object[] ? Key : never }[keyof R]

/** A record of the database without its lists. */
export type OwnFields<R extends object> = Omit<StoredRecord<R>, Extract<ListNames<R>, string>>

/** The caller may change only some of the records; what follows from a call changes any. */
type Which = 'changeable' | 'all'

/**
 * The records with these keys as they stand, held until the transaction ends; secrets are readable, for checks only. Those that the
 * caller may not change are left out, unless `which` says that what happens to them is not the caller's doing.
 */
export async function lockRecords<R extends object = DataRow>(
  table: RecordTable<R>,
  ids: readonly unknown[],
  work: UnitOfWork,
  which: Which = 'changeable',
): Promise<StoredRecord<R>[]> {
  return fetchLocked(planOf(table, ids, work), table, work, which)
}

/** The same without their child lists, where these are many rows that nobody looks at; what is read so tells nothing of them. */
export const lockOwnFields = <R extends object = DataRow>(
  table: RecordTable<R>,
  ids: readonly unknown[],
  work: UnitOfWork,
  which: Which = 'changeable',
): Promise<OwnFields<R>[]> => fetchLocked({ ...planOf(table, ids, work), includes: [] }, table, work, which)

const planOf = (table: Table, ids: readonly unknown[], { model, caller }: UnitOfWork): QueryPlan =>
  planOwnFields(ids, { model, table, zone: caller.zone }, caller)

async function fetchLocked<R extends object>(own: QueryPlan, table: Table, work: UnitOfWork, which: Which): Promise<R[]> {
  const allowed = which === 'all' ? [] : rowAccessConditions(table, 'change', work.caller)
  const plan = { ...own, where: [...own.where, ...allowed] }
  const secret = (sealed: string, column: RegisterColumn, of: Table): unknown => {
    try {
      return JSON.parse(work.secrets.open(sealed, secretLocation(of, column.name)))
    } catch {
      // Sealed under another key, which is lost: the secret is as good as empty, the record must still be kept up.
      return null
    }
  }
  return fetchPlanRows<R>(plan, work.q, { lock: true, secret })
}

/** The records without their lists, held by nobody. */
export const readOwnFields = (
  ids: readonly unknown[],
  table: Table,
  { model, caller, q }: Pick<UnitOfWork, 'model' | 'caller' | 'q'>,
): Promise<DataRow[]> => fetchPlanRows({ ...planOwnFields(ids, { model, table, zone: caller.zone }, caller), includes: [] }, q)

/** The records with their lists, by key. */
export async function ownRecords(
  ids: readonly unknown[],
  table: Table,
  { model, caller, q }: Pick<UnitOfWork, 'model' | 'caller' | 'q'>,
): Promise<Map<string, DataRow>> {
  const rows = await fetchPlanRows(planOwnFields(ids, { model, table, zone: caller.zone }, caller), q)
  return new Map(rows.map(row => [String(row.id), row]))
}
