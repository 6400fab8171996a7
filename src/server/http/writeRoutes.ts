import type { ChangedRecordsReply } from '../../api/record.ts'
import type { Caller } from '../access/caller.ts'
import { pathParameter } from '../access/requestParts.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { parseObject } from '../query/filter.ts'
import { MAX_LIMIT, planList } from '../query/planList.ts'
import { readForCall } from '../query/readForCall.ts'
import { readScope, restrictPlan } from '../query/restrictPlan.ts'
import { refuseUnseen, refuseUnseenAmong } from '../query/sight/refuseUnseen.ts'
import { lockOwnFields } from '../write/lockRecords.ts'
import { removeRecords } from '../write/removeRecords.ts'
import { runWrite } from '../write/runWrite.ts'
import { saveOneRecord, saveRecords } from '../write/saveRecords.ts'
import type { UnitOfWork } from '../write/unitOfWork.ts'
import { recordLabel } from '../write/writeHistory.ts'
import { queryContextFor, type RegisterRequest, type RequestBody, requestBodyOf } from './registerRequest.ts'
import { writeContextFor } from './writeContextFor.ts'

/** POST {register}, {register}/save: creates, or with the key of a record changes it; an array is saved as one. */
export async function postRecords(ask: RegisterRequest): Promise<unknown> {
  const { body } = ask.request
  if (!Array.isArray(body)) return one(ask, requestBodyOf(ask))
  if (body.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  const bodies = body.map(item => requestBodyOf({ request: { body: item } }))
  const caller = await callerFor(ask, ask.query.lojaId, ...bodies.map(item => item.lojaId))
  if (bodies.length === 0) return []
  refuseUnseenAmong(bodies, ask, caller)
  return runWrite(writeContextFor(ask, caller, 'massa'), ask.table.register, work => saveRecords(bodies, ask.table, work), {
    several: true,
  })
}

/** POST {register}/updateAttributes, PATCH and PUT {register}: changes the record whose key the body or the address holds. */
export function updateRecord(ask: RegisterRequest): Promise<unknown> {
  const id = pathParameter(ask.request, 'id')
  const body = requestBodyOf(ask)
  const key = id ?? body.id
  if (key === undefined || key === null || key === '') throw new ApiError(404, 'not-found')
  return one(ask, { ...body, id: key }, true)
}

async function one(ask: RegisterRequest, body: RequestBody, existing = false): Promise<DataRow | undefined> {
  const { register } = ask.table
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, register.scope === 'self' ? body.id : undefined)
  refuseUnseen(body, ask, caller)
  const creates = !existing && (body.id === undefined || body.id === null || body.id === '')
  const saved = await runWrite(writeContextFor(ask, caller), register, work => saveOneRecord(body, ask.table, work))
  if (creates) ask.reply.code(201)
  return saved
}

/**
 * POST {register}/updateMany {lojaId, ids or where, data}: the same change of many records, checked one by one, all or none. Ids with
 * a condition are refused unless all of them still hold it: somebody may have been there first.
 */
export async function updateManyRecords(ask: RegisterRequest): Promise<ChangedRecordsReply> {
  const body = requestBodyOf(ask)
  const data = parseObject(body.data, 'data')
  const where = parseObject(body.where, 'where')
  const { lojaId, ...conditions } = where
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, lojaId)
  const ids = Array.isArray(body.ids) ? body.ids : await idsOf(ask, caller, conditions)
  if (ids.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  const { id: _id, version: _version, lojaId: _lojaId, ...changes } = data
  if (ids.length === 0) return { count: 0, ids: [] }
  refuseUnseen(changes, ask, caller)
  const bodies = [...new Set(ids)].map(id => ({ ...changes, id }))
  const context = writeContextFor(ask, caller, 'massa')
  const demanded = Array.isArray(body.ids) && Object.keys(conditions).length > 0 ? conditions : undefined
  const saved = await runWrite(
    context,
    ask.table.register,
    async work => {
      if (demanded) await demandCondition(bodies, demanded, ask, work)
      return saveRecords(bodies, ask.table, work)
    },
    { several: true },
  )
  return { count: saved.length, ids: saved.map(row => row.id) }
}

const MOST_NAMED = 3

/** Refuses by name those that do not hold the condition, as they stand under lock. */
async function demandCondition(
  bodies: readonly RequestBody[],
  condition: RequestBody,
  ask: RegisterRequest,
  work: UnitOfWork,
): Promise<void> {
  const { table } = ask
  const ids = bodies.map(({ id }) => id)
  const rows = await lockOwnFields(table, ids, work)
  if (rows.length === 0) return
  const where = { and: [condition, { id: { inq: rows.map(({ id }) => id) } }] }
  const plan = restrictPlan(
    planList({ where, fields: ['id'], limit: MAX_LIMIT }, queryContextFor(ask, work.caller)),
    work.caller,
    ask.model,
  )
  const holding = new Set((await fetchPlanRows(plan, work.q)).map(({ id }) => String(id)))
  const late = rows.filter(({ id }) => !holding.has(String(id)))
  if (late.length === 0) return
  const places = new Map(ids.map((id, at) => [String(id), at]))
  const named = late.slice(0, MOST_NAMED).map(row => recordLabel(row, table) || String(row.id))
  const names = new Intl.ListFormat('pt-BR').format(
    late.length > MOST_NAMED ? [...named, `mais ${late.length - MOST_NAMED}`] : named,
  )
  const details = late.map(row => ({
    path: `ids.${places.get(String(row.id)) ?? 0}`,
    code: 'changed-meanwhile',
    params: { names: recordLabel(row, table) },
  }))
  throw new ApiError(409, 'changed-meanwhile', { names }, details)
}

/** The keys of the rows that a condition names. An empty one would mean every record, which nobody asks for on purpose. */
async function idsOf(ask: RegisterRequest, caller: Caller, where: RequestBody): Promise<unknown[]> {
  if (Object.keys(where).length === 0) throw new ApiError(400, 'where-required')
  const plan = restrictPlan(
    planList({ where, fields: ['id'], limit: MAX_LIMIT }, queryContextFor(ask, caller)),
    caller,
    ask.model,
  )
  const rows = await readForCall(ask, readScope(caller, ask), q => fetchPlanRows({ ...plan, limit: MAX_LIMIT + 1 }, q))
  return rows.map(row => row.id)
}

/** DELETE {register}/del, {register}/{id}: key and store in address, query or body. */
export async function deleteRecords(ask: RegisterRequest): Promise<ChangedRecordsReply> {
  const body: RequestBody = ask.request.body === undefined || ask.request.body === null ? {} : requestBodyOf(ask)
  const id = pathParameter(ask.request, 'id')
  const asked = id ?? body.ids ?? body.id ?? ask.query.id
  const ids = Array.isArray(asked) ? asked : [asked]
  if (ids.length === 0 || ids.some(key => key === undefined || key === null || key === '')) throw new ApiError(404, 'not-found')
  if (ids.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  const { register } = ask.table
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, register.scope === 'self' ? ids[0] : undefined)
  const removed = await runWrite(writeContextFor(ask, caller), register, work =>
    removeRecords([...new Set(ids)], ask.table, work),
  )
  return { count: removed.length, ids: removed.map(row => row.id) }
}
