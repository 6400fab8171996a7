import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRecord } from '../../base/record.ts'
import type { Model } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import { pathParameter, queryParametersOf } from '../access/requestParts.ts'
import type { CallerResolver } from '../access/resolveCaller.ts'
import { modelForCaller } from '../access/storeFields.ts'
import { ApiError } from '../error.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { QueryContext } from '../query/queryPlan.ts'
import { registerByAddress, type Table, tableOf } from '../query/table.ts'
import type { Service } from '../service.ts'
import { actionOfRequest, type WriteAction } from '../write/writeAction.ts'
import { withIdempotency } from './idempotency/withIdempotency.ts'

export type RequestQuery = Readonly<Record<string, unknown>>
export type RequestBody = Record<string, unknown>

/** The context of all calls of registers. */
export interface RouteContext {
  readonly service: Service
  readonly resolveCaller: CallerResolver
  /** Counts a call without a session, and refuses one too many from an address. */
  admitVisitor?(request: FastifyRequest): Promise<void>
}

/** A call of a register, with everything that the request says about it. */
export interface RegisterRequest extends RouteContext {
  readonly model: Model
  readonly table: Table
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: RequestQuery
  /** Works out for rows what no column of the register holds. */
  describeRows?(rows: readonly DataRow[], caller: Caller): Promise<readonly DataRow[]>
  /** The action that a writing call belongs to. */
  readonly action?: WriteAction
}

/** A call that every register has: its path stands behind the register's name, which is taken in any letter case. */
export interface RegisterRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api/:register, with a leading slash; empty: the register itself. */
  readonly path: string
  answer(request: RegisterRequest): Promise<unknown>
}

/** Adds the calls; the register is found when a call comes, so a new register needs no route. */
export function addRegisterRoutes(app: FastifyInstance, context: RouteContext, routes: readonly RegisterRoute[]): void {
  for (const { method, path, answer } of routes)
    app.route({ method, url: `/api/:register${path}`, handler: withRegister(context, answer) })
}

/** A handler that finds the register named in the address, in any letter case: new registers need no new routes. */
export const withRegister =
  (base: RouteContext, answer: (ask: RegisterRequest) => Promise<unknown>) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const model = base.service.model()
    const name = pathParameter(request, 'register') ?? ''
    const register = registerByAddress(model, name)
    if (!register) throw new ApiError(404, 'register-unknown', { register: name })
    const ask = {
      ...base,
      model,
      table: tableOf(model, register.name),
      request,
      reply,
      query: queryParametersOf(request),
    }
    if (request.method === 'GET' || request.method === 'HEAD') return answer(ask)
    const action = actionOfRequest(request, reply)
    return withIdempotency({ ...base, request, reply, user: () => callerUserId(base, request) }, service =>
      answer({ ...ask, service, action }),
    )
  }

/** Returns the caller's id, whatever the store. */
const callerUserId = async ({ resolveCaller }: RouteContext, request: FastifyRequest): Promise<number> =>
  (await resolveCaller(request, undefined)).userId

/** The call with the definitions as the caller's store sees them: where its answer says the names of fields. */
export function withStoreModel<Ask extends Pick<RegisterRequest, 'model' | 'table'>>(ask: Ask, caller: Caller): Ask {
  const model = modelForCaller(ask.model, caller)
  return model === ask.model ? ask : { ...ask, model, table: tableOf(model, ask.table.register.name) }
}

export const queryContextFor = ({ model, table }: RegisterRequest, caller: Caller): QueryContext => ({
  model,
  table,
  zone: caller.zone,
})

/** The body of a writing call. */
export function requestBodyOf({ request }: { readonly request: Pick<FastifyRequest, 'body'> }): RequestBody {
  const { body } = request
  if (!isRecord(body)) throw new ApiError(400, 'bad-request')
  return body
}
