import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Service } from '../service.ts'
import { type BegunSpan, openSpans } from '../tracing/spans.ts'
import { callName } from './callName.ts'

/**
 * A span of every request, where traces are taken: its call, as figures name it, and its status. Neither the address as it was typed nor who
 * asks is in it; its id is that of the log's lines.
 */
export function traceRequests(app: FastifyInstance, { model }: Pick<Service, 'model'>): void {
  const spans = openSpans()
  if (!spans) return
  const open = new WeakMap<FastifyRequest, BegunSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions, id } = request
    const span = spans.begin({
      name: method,
      kind: 'server',
      values: { 'http.request.method': method, 'http.route': routeOptions.url ?? 'unknown', 'retaguarda.request': id },
      headers,
    })
    open.set(request, span)
    span.run(done)
  })
  // The body came over the connection, which knows of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = open.get(request)
    const store = request.caller?.storeId
    span?.rename(`${request.method} ${callName(request, model())}`)
    span?.add({ 'http.response.status_code': statusCode, ...(store ? { 'retaguarda.store': store } : {}) })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
    done()
  })
}
