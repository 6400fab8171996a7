import type { FastifyReply, FastifyRequest } from 'fastify'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { gateAllows } from '../../model/access/gate.ts'
import { seenQuery } from '../../model/access/seenQuery.ts'
import { withoutEndSlashes } from '../../model/access/withoutEndSlashes.ts'
import type { Model } from '../../model/model.ts'
import { isAlone } from '../../model/report/resultShape.ts'
import type { Query } from '../../model/report.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { queryParametersOf } from '../access/requestParts.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { modelForCaller } from '../access/storeFields.ts'
import { ApiError } from '../error.ts'
import type { RouteContext } from '../http/registerRequest.ts'
import { spendBy } from '../quotas/countCalls.ts'
import { goneSignal } from '../threads/goneSignal.ts'
import { composeJson } from './composeJson.ts'
import { exportReportPart } from './exportReportPart.ts'
import { fetchReportPage, fetchReportRows, type ReportRun } from './fetchReportRows.ts'
import { findReportPart } from './findReportPart.ts'
import { type PartPage, readPartPage } from './partPage.ts'
import { readParameters } from './readParameters.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A route that answers a report where the address is that of one, and else does what it did. */
export const reportOrElse =
  (base: RouteContext, other: Handler): Handler =>
  (request, reply) => {
    const query = requestedQuery(base.service.model(), request)
    return query ? report({ base, query, request, reply }) : other(request, reply)
  }

/** The query that a request asks for by its address. */
export const requestedQuery = (model: Model, request: FastifyRequest): Query | undefined =>
  queryByAddress(model, addressOf(request))

const addresses = new WeakMap<Model, ReadonlyMap<string, Query>>()

/** The query at an address below /api, in any letter case: new ones need no new route. */
function queryByAddress(model: Model, address: string): Query | undefined {
  const known = memoizeByKey(
    addresses,
    model,
    () => new Map(Object.values(model.queries).map(query => [query.path.toLowerCase(), query] as const)),
  )
  return known.get(withoutEndSlashes(address.toLowerCase()))
}

/** Returns the path behind /api/. */
function addressOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0] ?? ''
  return decoded(path.replace(/^\/api\//i, ''))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

interface Asking {
  readonly base: RouteContext
  readonly query: Query
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * GET /api/<path of a query>?lojaId&…: its figures. With `part`, the rows of that part alone, as `filter` (order, q, limit, skip) wants
 * them, and how many there are in content-count; with `format`, as a file. `except` leaves the rows of a part out.
 */
async function report({ base, query: whole, request, reply }: Asking): Promise<unknown> {
  const { lojaId, format, part, except, filter, ...given } = queryParametersOf(request)
  const isPart = part !== undefined || format !== undefined
  const members = isPart || filter === undefined ? given : { ...given, filter }
  const caller = await callerFor({ ...base, request }, lojaId)
  const model = modelForCaller(base.service.model(), caller)
  if (!gateAllows(whole.gate, caller.permission)) throw gateRefusal(model, whole.gate, caller.rights)
  const query = seenQuery(model, model.queries[whole.name] ?? whole, caller.rights)
  const asked = {
    service: base.service,
    query,
    caller,
    lojaId: query.scope === 'global' ? null : storeOf(caller),
    zone: caller.zone,
    given: readParameters(query, members, caller.zone),
    signal: goneSignal(request, reply),
  }
  if (isPart) {
    const wanted = readPartPage(findReportPart(query, part), filter)
    if (format === undefined) return sendPage(asked, wanted, reply)
    spendBy(request, base.service, 'exports', caller)
    return exportReportPart(asked, { format, wanted }, reply)
  }
  const left = except === undefined ? undefined : findReportPart(query, except)
  const answers = await fetchReportRows(asked, left && isAlone(query.result, left) ? left.statement : undefined)
  return reply.type('application/json; charset=utf-8').send(composeJson(query.result, answers, left))
}

async function sendPage(asked: ReportRun, wanted: PartPage, reply: FastifyReply): Promise<unknown> {
  const { rows, count } = await fetchReportPage(asked, wanted)
  return reply
    .header('content-count', count)
    .type('application/json; charset=utf-8')
    .send(composeJson(wanted.shape, new Map([[wanted.shape.statement, rows]])))
}

/** Figures are those of one store, unless they belong to none. */
function storeOf({ storeId }: Caller): number {
  if (storeId === null || storeId === 0) throw new ApiError(400, 'store-required')
  return storeId
}
