import type { TakenWayReply } from '../../../api/record.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Field, Register, Way } from '../../../model/model.ts'
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
import { validationError } from '../../write/check/validationError.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { runWrite } from '../../write/runWrite.ts'
import { saveRecords } from '../../write/saveRecords.ts'
import { recordLabel } from '../../write/writeHistory.ts'

/** A way and the choice that it changes. */
export interface NamedWay {
  readonly field: Field
  readonly way: Way
}

/** The way of that id that people take. @throws ApiError 404 */
export function wayNamed({ fields }: Register, id: string | undefined): NamedWay {
  for (const field of fields) {
    const way = field.ways?.list.find(one => one.id === id && !one.server)
    if (way) return { field, way }
  }
  throw new ApiError(404, 'not-found')
}

/**
 * POST {register}/{id}/ways/{way} {version?, values?}, POST {register}/ways/{way} {ids, values?}: takes a way, of one record or of several, all or none.
 * `values` are the fields that it asks for. A record that does not stand where the way begins is refused: somebody was there first.
 */
export async function takeWay(ask: RegisterRequest): Promise<TakenWayReply> {
  const { model, table, request, query } = ask
  const { register } = table
  const { field, way } = wayNamed(register, pathParameter(request, 'way'))
  const body = request.body === undefined || request.body === null ? {} : requestBodyOf(ask)
  const id = pathParameter(request, 'id')
  const ids = id === undefined ? idsOf(body.ids) : [id]
  const values = parseObject(body.values ?? {}, 'values')
  const unknown = Object.keys(values).filter(name => !way.ask?.includes(name))
  if (unknown.length > 0)
    throw validationError(unknown.map(name => ({ path: `values.${name}`, code: 'field-unknown', params: { field: name } })))
  const caller = await callerFor(ask, query.lojaId, body.lojaId, register.scope === 'self' ? ids[0] : undefined)
  refuseUnseen([values], ask, caller, false)
  if (way.gate !== undefined && !gateAllows(way.gate, caller.permission)) throw gateRefusal(model, way.gate, caller.rights)
  const several = ids.length > 1
  const version = id === undefined || body.version === undefined ? {} : { version: body.version }
  const saved = await runWrite(
    writeContextFor(ask, caller, several ? 'massa' : undefined),
    register,
    async work => {
      const rows = new Map((await lockRecords(table, ids, work)).map(row => [String(row.id), row]))
      const standing = ids.map(key => rows.get(String(key)))
      for (const row of standing) refuseLate(row, { field, way }, ask)
      const bodies = ids.map(key => ({ ...values, ...version, [field.name]: way.to, id: key }))
      return saveRecords(bodies, table, { ...work, taking: way }, several)
    },
    several,
  )
  const count = saved.length
  const aviso = formatMessage(model, several ? 'way.taken-many' : 'way.taken', { way: way.title, count })
  return { count, ids: saved.map(row => row.id), aviso }
}

function idsOf(given: unknown): unknown[] {
  const ids = Array.isArray(given) ? [...new Set(given.map(String))] : []
  if (ids.length === 0) throw new ApiError(404, 'not-found')
  if (ids.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  return ids
}

/** A record that is not there, or not where the way begins by now. */
function refuseLate(row: DataRow | undefined, { field, way }: NamedWay, { table }: RegisterRequest): void {
  if (!row) throw new ApiError(404, 'not-found')
  const state = row[field.name]
  if (state !== way.to && (way.from?.some(one => one === state) ?? true)) return
  const title = field.choices?.find(({ value }) => value === state)?.title ?? String(state ?? '')
  throw new ApiError(409, 'way-late', { name: recordLabel(row, table) || String(row.id), state: title })
}
