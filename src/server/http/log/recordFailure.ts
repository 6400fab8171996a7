import type { FastifyRequest } from 'fastify'
import type { Service } from '../../access/caller.ts'

/** Register of unexpected errors, as the documents name it. */
const register = 'Logs'

/** Notes an unexpected error in the log and in the register Logs, where administrators read it. The body stays out: it may hold secrets. */
export const recordFailure = async ({ database, log, model }: Service, error: Error, request: FastifyRequest): Promise<void> => {
  log.error({ err: error, request: request.id }, 'unexpected error')
  if (!model().registers[register]) return
  const data = JSON.stringify({
    message: error.message,
    method: request.method,
    path: request.url.split('?')[0],
    request: request.id,
    userId: request.caller?.userId,
  })
  try {
    await database.system.query('INSERT INTO "Logs" ("shopId", stack, data) VALUES ($1, $2, $3)', [
      request.caller?.storeId ?? null,
      (error.stack ?? error.message).slice(0, 10_000),
      data,
    ])
  } catch (second) {
    log.warn({ err: second, request: request.id }, 'error not noted in the register')
  }
}
