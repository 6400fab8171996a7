import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActivityKind } from '../../api/activity.ts'
import type { Model } from '../../model/model.ts'
import type { Caller, Service, StoreScope } from '../access/caller.ts'
import type { CallerResolver } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import type { QueryContext } from '../query/queryPlan.ts'
import { seesAllStores } from '../query/restrictPlan.ts'
import { registerByAddress, type Table, tableOf } from '../query/table.ts'
import type { WriteContext } from '../write/unitOfWork.ts'
import { actionOfRequest, type WriteAction } from '../write/writeAction.ts'
import { withIdempotency } from './idempotency/withIdempotency.ts'

export type RequestQuery = Readonly<Record<string, unknown>>
export type RequestBody = Record<string, unknown>

/** What all calls stand on. */
export interface RouteContext {
  readonly service: Service
  readonly resolveCaller: CallerResolver
}

/** A call of a register, with everything that the request says about it. */
export interface RegisterRequest extends RouteContext {
  readonly model: Model
  readonly table: Table
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: RequestQuery
  /** What a writing call belongs to. */
  readonly action?: WriteAction
}

/** A handler that finds the register named in the address, in any letter case: new registers need no new routes. */
export const withRegister =
  (base: RouteContext, answer: (ask: RegisterRequest) => Promise<unknown>) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const model = base.service.model()
    const name = (request.params as { register: string }).register
    const register = registerByAddress(model, name)
    if (!register) throw new ApiError(404, 'register-unknown', { register: name })
    const ask = {
      ...base,
      model,
      table: tableOf(model, register.name),
      request,
      reply,
      query: (request.query ?? {}) as RequestQuery,
    }
    if (request.method === 'GET' || request.method === 'HEAD') return answer(ask)
    const action = actionOfRequest(request, reply)
    return withIdempotency({ ...base, request, reply, user: () => callerUserId(base, request) }, service =>
      answer({ ...ask, service, action }),
    )
  }

/** Who calls, whatever the store. */
export const callerUserId = async ({ resolveCaller }: RouteContext, request: FastifyRequest): Promise<number> =>
  (await resolveCaller(request, undefined)).userId

/** Who calls, in the store that the call names; the names given must not contradict each other. */
export function callerFor(
  { resolveCaller, request }: Pick<RegisterRequest, 'resolveCaller' | 'request'>,
  ...named: unknown[]
): Promise<Caller> {
  const stores = new Set(named.filter(store => store !== undefined && store !== null && store !== '').map(storeId))
  if (stores.size > 1) throw new ApiError(400, 'store-mismatch')
  return resolveCaller(request, [...stores][0])
}

function storeId(value: unknown): number {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new ApiError(400, 'store-required')
  return id
}

export const queryContextFor = ({ model, table }: RegisterRequest, caller: Caller): QueryContext => ({
  model,
  table,
  zone: caller.zone,
})

/** What a read may touch: the store of the call, or, where records are stores themselves, all of the caller's. */
export function readScope(caller: Caller, { model, table }: Pick<RegisterRequest, 'model' | 'table'>): StoreScope {
  if (caller.storeId !== null && !reachesStores(model, table) && !seesAllStores(table, caller))
    return { stores: [caller.storeId] }
  return caller.admin ? 'all' : { stores: caller.stores }
}

const reaching = new WeakMap<Table, boolean>()

/** Whether rows are stores, or refer to stores, which may be others than the call's. */
function reachesStores(model: Model, table: Table): boolean {
  let answer = reaching.get(table)
  if (answer === undefined) {
    const tables = [table, ...[...table.lists.values()].map(list => tableOf(model, list.register))]
    const refers = (one: Table): boolean =>
      [...one.references.values()].some(column => model.registers[column.field.reference?.to ?? '']?.scope === 'self')
    answer = tables.some(one => one.register.scope === 'self' || refers(one))
    reaching.set(table, answer)
  }
  return answer
}

/** The desk of a writing call; `kind` says what its action is called where that is not what its first line says. */
export function writeContextFor(
  { service, model, request, action }: RegisterRequest,
  caller: Caller,
  kind?: ActivityKind,
): WriteContext {
  const origin = request.headers['x-origin']
  return {
    service,
    model,
    caller,
    ...(typeof origin === 'string' ? { origin } : {}),
    ...(action ? { action: kind ? { ...action, kind } : action } : {}),
  }
}

/** The body of a writing call. */
export function requestBodyOf({ request }: Pick<RegisterRequest, 'request'>): RequestBody {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError(400, 'bad-request')
  return body as RequestBody
}
