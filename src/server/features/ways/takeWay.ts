import type { TakenWayReply } from '../../../api/record.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { OwnWay } from '../../../model/ways/wayOf.ts'
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
import { validationError } from '../../write/check/validationError.ts'
import { runWrite } from '../../write/runWrite.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { wayNamed } from './namedWay.ts'
import { type Taking, takeWays } from './takeWays.ts'

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
  refuseUnasked(values, named, register)
  const caller = await callerFor(ask, query.lojaId, body.lojaId, register.scope === 'self' ? ids[0] : undefined)
  refuseUnseen(values, ask, caller)
  demandGates(register, named, ask, caller)
  const several = ids.length > 1
  const version = id === undefined || body.version === undefined ? {} : { version: body.version }
  const taking: Taking = { ...named, ids, values, version }
  const context = writeContextFor(ask, caller, several ? 'massa' : undefined)
  const done = await runWrite(context, register, work => takeWays(taking, table, work), { several })
  const told = done.waiting > 0 ? 'way.asked' : several ? 'way.taken-many' : 'way.taken'
  const aviso = formatMessage(model, told, { way: way.title, count: done.ids.length })
  return { count: done.ids.length, ids: done.ids, esperando: done.waiting, aviso }
}

function demandGates(
  register: Register,
  { way }: OwnWay,
  { model }: RegisterRequest,
  caller: Parameters<typeof isOpenTo>[1],
): void {
  if (!isActAllowed(register, 'change', caller.rights)) throw gateRefusal(model, register.access.change, caller.rights)
  if (!isOpenTo(way, caller)) throw gateRefusal(model, way.gate, caller.rights)
}

const isOpenTo = ({ gate }: OwnWay['way'], { permission }: Pick<UnitOfWork['caller'], 'permission' | 'rights'>): boolean =>
  gate === undefined || gateAllows(gate, permission)

function refuseUnasked(values: DataRow, { way }: OwnWay, register: Register): void {
  const unknown = Object.keys(values).filter(name => !way.ask?.includes(name))
  if (unknown.length === 0) return
  const titleOf = (name: string): string => fieldOf(register, name)?.title ?? name
  throw validationError(
    unknown.map(name => ({ path: `values.${name}`, code: 'way-unasked', params: { field: titleOf(name), way: way.title } })),
  )
}

function idsOf(given: unknown): unknown[] {
  const ids = Array.isArray(given) ? [...new Set(given.map(String))] : []
  if (ids.length === 0) throw new ApiError(404, 'not-found')
  if (ids.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  return ids
}
