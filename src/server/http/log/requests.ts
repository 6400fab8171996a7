import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** One line for every call of the API, when it is answered. The query is left out: it may hold what a person typed. */
export const logRequests = (app: FastifyInstance, log: Logger): void => {
  // These lines hold no secret by their make: looking for one in each would cost more than writing it.
  const lines = log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'error' : request.url.startsWith('/api/') ? 'info' : 'debug'
    if (lines.isLevelEnabled(level))
      lines[level]({
        request: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
        store: request.caller?.storeId,
        address: request.ip,
      })
    done()
  })
}
