import type { TakenWayReply } from '../../../api/record.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Register } from '../../../model/model.ts'
import { needsApproval } from '../../../model/ways/openWays.ts'
import { personOf } from '../../access/caller.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { pathParameter } from '../../access/requestParts.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import { type RegisterRequest, requestBodyOf } from '../../http/registerRequest.ts'
import { writeContextFor } from '../../http/writeContextFor.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { parseObject } from '../../query/filter.ts'
import { MAX_LIMIT } from '../../query/planList.ts'
import { refuseUnseen } from '../../query/sight/refuseUnseen.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { ruleContextOf, storeForExpressions } from '../../write/check/ruleContext.ts'
import { validationError } from '../../write/check/validationError.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { runWrite } from '../../write/runWrite.ts'
import { inSavepoint } from '../../write/savepoint.ts'
import { saveRecords } from '../../write/saveRecords.ts'
import { requireStore, type UnitOfWork } from '../../write/unitOfWork.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import { type NamedWay, wayNamed } from './namedWay.ts'
import { tellApprovers } from './tellApprovers.ts'
import { addRequest } from './wayRequests.ts'

/** One call: a way, the records that take it, and what it asks for. */
interface Taking extends NamedWay {
  readonly ids: readonly unknown[]
  readonly values: DataRow
  readonly version: DataRow
}

/**
 * POST {register}/{id}/ways/{way} {version?, values?}, POST {register}/ways/{way} {ids, values?}: takes a way, of one record or of several, all or none.
 * `values` are the fields that it asks for. A record that does not stand where the way begins is refused: somebody was there first. One that needs the
 * approval of others waits for it.
 */
export async function takeWay(ask: RegisterRequest): Promise<TakenWayReply> {
  const { model, table, request, query } = ask
  const { register } = table
  const named = wayNamed(register, pathParameter(request, 'way'))
  const { way } = named
  const body = request.body === undefined || request.body === null ? {} : requestBodyOf(ask)
  const id = pathParameter(request, 'id')
  const ids = id === undefined ? idsOf(body.ids) : [id]
  const values = parseObject(body.values ?? {}, 'values')
  refuseUnasked(values, named)
  const caller = await callerFor(ask, query.lojaId, body.lojaId, register.scope === 'self' ? ids[0] : undefined)
  refuseUnseen([values], ask, caller, false)
  demandGates(register, named, ask, caller)
  const several = ids.length > 1
  const version = id === undefined || body.version === undefined ? {} : { version: body.version }
  const taking: Taking = { ...named, ids, values, version }
  const context = writeContextFor(ask, caller, several ? 'massa' : undefined)
  const done = await runWrite(context, register, work => takeAll(taking, ask, work), several)
  const told = done.waiting > 0 ? 'way.asked' : several ? 'way.taken-many' : 'way.taken'
  const aviso = formatMessage(model, told, { way: way.title, count: done.ids.length })
  return { count: done.ids.length, ids: done.ids, esperando: done.waiting, aviso }
}

function demandGates(
  register: Register,
  { way }: NamedWay,
  { model }: RegisterRequest,
  caller: Parameters<typeof isOpenTo>[1],
): void {
  if (!isActAllowed(register, 'change', caller.rights)) throw gateRefusal(model, register.access.change, caller.rights)
  if (!isOpenTo(way, caller)) throw gateRefusal(model, way.gate, caller.rights)
}

const isOpenTo = ({ gate }: NamedWay['way'], { permission }: Pick<UnitOfWork['caller'], 'permission' | 'rights'>): boolean =>
  gate === undefined || gateAllows(gate, permission)

function refuseUnasked(values: DataRow, { way }: NamedWay): void {
  const unknown = Object.keys(values).filter(name => !way.ask?.includes(name))
  if (unknown.length === 0) return
  throw validationError(unknown.map(name => ({ path: `values.${name}`, code: 'field-unknown', params: { field: name } })))
}

async function takeAll(taking: Taking, ask: RegisterRequest, work: UnitOfWork): Promise<{ ids: unknown[]; waiting: number }> {
  const { table } = ask
  const { field, way, ids, values, version } = taking
  const rows = new Map((await lockRecords(table, ids, work)).map(row => [String(row.id), row]))
  const standing = ids.map(key => standingRow(rows.get(String(key)), taking, ask))
  const context = ruleContextOf(work, await storeForExpressions(table, work), false)
  const waits = standing.filter(row => {
    const record = { ...row, ...values, [field.name]: way.to }
    return needsApproval(work.model, table.register.name, way, { ...context, before: row, record })
  })
  const bodyOf = (row: DataRow): DataRow => ({ ...values, ...version, [field.name]: way.to, id: row.id })
  for (const row of waits) await request(row, bodyOf(row), taking, ask, work)
  const rest = standing.filter(row => !waits.includes(row))
  if (rest.length === 0) return { ids: [], waiting: waits.length }
  const saved = await saveRecords(rest.map(bodyOf), table, { ...work, taking: { way } }, ids.length > 1)
  return { ids: saved.map(row => row.id), waiting: waits.length }
}

/** A request is kept where the step could be taken now: who approves it finds nothing in its way that was there before. */
async function request(
  row: DataRow,
  body: DataRow,
  { way, values }: Taking,
  { table }: RegisterRequest,
  work: UnitOfWork,
): Promise<void> {
  const tried = new Error('tried')
  const result = await inSavepoint(work, async part => {
    await saveRecords([body], table, { ...part, taking: { way, approved: true } }, false, true)
    throw tried
  })
  if ('error' in result && result.error !== tried) throw result.error
  const place = { lojaId: requireStore(work.caller), register: table.register.name, record: String(row.id) }
  const { caller } = work
  const id = await addRequest(work.q, place, {
    way: way.id,
    version: Number(row.version),
    said: values,
    userId: personOf(caller),
    name: caller.name || caller.email,
  })
  if (id === undefined) throw new ApiError(409, 'way-waiting', { way: way.title })
  work.changes.push({ register: table.register, lojaId: place.lojaId, id: place.record, before: row })
  tellApprovers(id, way, row, table, work)
}

function idsOf(given: unknown): unknown[] {
  const ids = Array.isArray(given) ? [...new Set(given.map(String))] : []
  if (ids.length === 0) throw new ApiError(404, 'not-found')
  if (ids.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  return ids
}

/** The record where the way begins. @throws ApiError 404; 409 where it is elsewhere by now */
function standingRow(row: DataRow | undefined, { field, way }: NamedWay, { table }: RegisterRequest): DataRow {
  if (!row) throw new ApiError(404, 'not-found')
  const state = row[field.name]
  if (state !== way.to && (way.from?.some(one => one === state) ?? true)) return row
  const title = field.choices?.find(({ value }) => value === state)?.title ?? String(state ?? '')
  throw new ApiError(409, 'way-late', { name: recordLabel(row, table) || String(row.id), state: title })
}
