import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** Status of a call whose caller left before its answer: nobody is told it but the log. */
const CALLER_LEFT = 499

/** One line for every call of the API, when it is answered, or its caller leaves. The query is left out: it may hold what a person typed. */
export const logRequests = (app: FastifyInstance, log: Logger): void => {
  // These lines hold no secret by their make: looking for one in each would cost more than writing it.
  const lines = log.child({}, { redact: [] })
  const tell = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    const level = status >= 500 ? 'error' : request.url.startsWith('/api/') ? 'info' : 'debug'
    if (lines.isLevelEnabled(level))
      lines[level]({
        request: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
        store: request.caller?.storeId,
        address: request.ip,
      })
  }
  app.addHook('onRequest', (request, reply, done) => {
    // The framework tells of no response where a caller leaves before one has begun.
    reply.raw.once('close', () => {
      if (!reply.raw.headersSent) tell(request, reply, CALLER_LEFT)
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    tell(request, reply, reply.statusCode)
    done()
  })
}
