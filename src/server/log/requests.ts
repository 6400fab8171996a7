import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** One line for every call of the API, when it is answered. The query is left out: it may hold what a person typed. */
export const logRequests = (app: FastifyInstance, log: Logger): void => {
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'error' : request.url.startsWith('/api/') ? 'info' : 'debug'
    if (!log.isLevelEnabled(level)) return
    log[level]({
      request: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: request.caller?.userId,
      store: request.caller?.storeId,
      address: request.ip,
    })
  })
}
