import type { CountReply } from '../../api/record.ts'
import { pathParameter } from '../access/requestParts.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { countCacheOf } from '../query/counts/countCache.ts'
import { fetchPage, fetchPlanRows, fetchShownCount } from '../query/fetchPlanRows.ts'
import type { RawFilter } from '../query/filter.ts'
import { REFERENCE_LABELS } from '../query/planList.ts'
import { planRecord } from '../query/planRecord.ts'
import { readForCall } from '../query/readForCall.ts'
import { readScope } from '../query/restrictPlan.ts'
import { planRequest } from './planRequest.ts'
import { queryContextFor, type RegisterRequest } from './registerRequest.ts'

/** GET {register}, {register}/list: a page, and how many rows all pages hold in the header content-count; content-match: like where none holds what was searched for. */
export const listRecords = (ask: RegisterRequest): Promise<unknown> => page(ask, {})

/** GET {register}/findInclude: the same; what nobody named to include comes by key, label and code. */
export const listRecordsWithLabels = (ask: RegisterRequest): Promise<unknown> => page(ask, { include: REFERENCE_LABELS })

/** GET {register}/count: the number alone. */
export async function countRecords(ask: RegisterRequest): Promise<CountReply> {
  const { plan, scope } = await planRequest(ask)
  return readForCall(ask, scope, async q => ({ count: await fetchShownCount(plan, q) }))
}

/** GET {register}/{id}. */
export async function readRecord(ask: RegisterRequest): Promise<unknown> {
  const id = pathParameter(ask.request, 'id')
  const caller = await callerFor(ask, ask.query.lojaId ?? (ask.table.register.scope === 'self' ? id : undefined))
  const plan = planRecord([id], queryContextFor(ask, caller), caller)
  const [row] = await readForCall(ask, readScope(caller, ask), q => fetchPlanRows(plan, q))
  if (!row) throw new ApiError(404, 'not-found')
  return ask.describeRows ? (await ask.describeRows([row], caller))[0] : row
}

async function page(ask: RegisterRequest, defaults: RawFilter): Promise<unknown> {
  const { plan, caller, scope } = await planRequest(ask, defaults)
  const {
    rows,
    count: total,
    like,
  } = await readForCall(ask, scope, q =>
    fetchPage(plan, { q, counts: countCacheOf(ask.service), store: caller.storeId, toSend: !ask.describeRows }),
  )
  ask.reply.header('content-count', total)
  if (like) ask.reply.header('content-match', 'like')
  if (Buffer.isBuffer(rows)) return ask.reply.type('application/json; charset=utf-8').send(rows)
  return ask.describeRows ? ask.describeRows(rows, caller) : rows
}
