import type { Model } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planRecord } from '../query/planRecord.ts'
import { tableOf } from '../query/table.ts'

/** A record as its GET answers it: with its lists and what they refer to, as far as the caller may see it. @throws ApiError where there is none */
export async function readForCaller(
  q: Queries,
  { model, caller }: { readonly model: Model; readonly caller: Caller },
  register: string,
  id: number,
): Promise<DataRow> {
  const plan = planRecord([id], { model, table: tableOf(model, register), zone: caller.zone }, caller)
  const [row] = await fetchPlanRows(plan, q)
  if (!row) throw new ApiError(404, 'not-found')
  return row
}
