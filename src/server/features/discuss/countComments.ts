import type { CommentCountReply } from '../../../api/comment.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import { queryContextFor, type RegisterRequest } from '../../http/registerRequest.ts'
import { fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planRecord } from '../../query/planRecord.ts'
import { readScope } from '../../query/restrictPlan.ts'
import { visibilityOf } from '../../query/visibility.ts'
import { requireStore } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { countsOf } from './commentRows.ts'

/** Records of which one call tells. */
export const mostCounted = 200

/** GET {register}/comentarios/contagem?ids=: how much is said of each of these records that whoever asks sees; of nothing said it tells nothing. */
export async function countedComments(ask: RegisterRequest): Promise<CommentCountReply[]> {
  const { model, table, service, query } = ask
  const { register } = table
  if (!register.discuss) throw new ApiError(404, 'not-found')
  const caller = await callerFor(ask, query.lojaId)
  if (visibilityOf(model, register, caller.rights) !== 'full') throw gateRefusal(model, register.access.see, caller.rights)
  const ids = typeof query.ids === 'string' ? [...new Set(query.ids.split(','))] : []
  if (ids.length > mostCounted) throw new ApiError(400, 'batch-too-large', { max: mostCounted })
  const keys = ids.flatMap(id => {
    const key = table.id.kind.accept(id, table.id.field)
    return key.ok ? [key.value] : []
  })
  if (keys.length === 0) return []
  const place = { lojaId: requireStore(caller), register: historyName(register) }
  return service.database.read(readScope(caller, ask), async q => {
    const counts = await countsOf(q, place, keys.map(String))
    if (counts.length === 0) return []
    const said = keys.filter(key => counts.some(({ record }) => record === String(key)))
    const plan = planRecord(said, queryContextFor(ask, caller), caller)
    const rows = await fetchPlanRows({ ...plan, columns: [table.id], includes: [], labels: [] }, q)
    const seen = new Set(rows.map(({ id }) => String(id)))
    return counts
      .filter(({ record }) => seen.has(record))
      .map(({ record, comments, tasks }) => ({ id: record, comentarios: comments, tarefas: tasks }))
  })
}
