import type { Caller } from '../../access/caller.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { ApiError } from '../../error.ts'
import { queryContextFor, type RegisterRequest } from '../../http/registerRequest.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planRecord } from '../../query/planRecord.ts'
import { readScope } from '../../query/restrictPlan.ts'
import { visibilityOf } from '../../query/visibility.ts'

/** The record as whoever asks may see it, without its lists. @throws ApiError 403, 404 */
export async function visibleRecord(id: string | undefined, ask: RegisterRequest, caller: Caller): Promise<DataRow> {
  const { model, table, service } = ask
  if (visibilityOf(model, table.register, caller.rights) !== 'full')
    throw gateRefusal(model, table.register.access.see, caller.rights)
  const key = table.id.kind.accept(id, table.id.field)
  if (!key.ok) throw new ApiError(404, 'not-found')
  const [row] = await service.database.read(readScope(caller, ask), q => {
    const plan = planRecord([key.value], queryContextFor(ask, caller), caller)
    return fetchPlanRows({ ...plan, includes: [], labels: [] }, q)
  })
  if (!row) throw new ApiError(404, 'not-found')
  return row
}
