import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planOwnFields } from '../query/planRecord.ts'
import type { QueryPlan } from '../query/queryPlan.ts'
import { rowAccessConditions } from '../query/rowAccess.ts'
import type { RegisterColumn, Table } from '../query/table.ts'
import { secretLocation } from './store/rowStatements.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * The records with these keys as they stand, held until the transaction ends; secrets are readable, for checks only. Those that the
 * caller may not change are left out, unless `which` says that what happens to them is not the caller's doing.
 */
export async function lockRecords(
  table: Table,
  ids: readonly unknown[],
  work: UnitOfWork,
  which: 'changeable' | 'all' = 'changeable',
): Promise<DataRow[]> {
  const allowed = which === 'all' ? [] : rowAccessConditions(table, 'change', work.caller)
  return fetchLocked(planOf(table, ids, work), allowed, work)
}

/** The same without their child lists, where these are many rows that nobody looks at; what is read so tells nothing of them. */
export const lockOwnFields = (table: Table, ids: readonly unknown[], work: UnitOfWork): Promise<DataRow[]> =>
  fetchLocked({ ...planOf(table, ids, work), includes: [] }, rowAccessConditions(table, 'change', work.caller), work)

const planOf = (table: Table, ids: readonly unknown[], { model, caller }: UnitOfWork): QueryPlan =>
  planOwnFields(ids, { model, table, zone: caller.zone }, caller)

async function fetchLocked(own: QueryPlan, allowed: QueryPlan['where'], { q, secrets }: UnitOfWork): Promise<DataRow[]> {
  const plan = { ...own, where: [...own.where, ...allowed] }
  const secret = (sealed: string, column: RegisterColumn, of: Table): unknown => {
    try {
      return JSON.parse(secrets.open(sealed, secretLocation(of, column.name)))
    } catch {
      // Sealed under another key, which is lost: the secret is as good as empty, the record must still be kept up.
      return null
    }
  }
  return fetchPlanRows(plan, q, { lock: true, secret })
}
