import type { FastifyRequest } from 'fastify'
import type { Model } from '../../model/model.ts'
import { pathParameter } from '../access/requestParts.ts'
import { registerByAddress } from '../query/table.ts'
import { requestedQuery } from '../report/reportOrElse.ts'

/** Returns the name of a request's call, in words that are known beforehand: an address that anybody may type makes no new one. */
export function callName(request: FastifyRequest, model: Model): string {
  const { url } = request.routeOptions
  if (url === undefined) return 'unknown'
  if (request.method === 'GET') {
    const query = requestedQuery(model, request)
    if (query) return `/api/${query.path.replace(/^\//, '')}`
  }
  if (!url.startsWith('/api/:register')) return url
  const register = registerByAddress(model, pathParameter(request, 'register') ?? '')
  return url.replace(':register', register?.name ?? ':unknown')
}
