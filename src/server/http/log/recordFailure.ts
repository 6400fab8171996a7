import type { FastifyRequest } from 'fastify'
import { registerOfRole } from '../../../model/access/roles.ts'
import { roleTable } from '../../roleTable.ts'
import type { Service } from '../../service.ts'

/** Notes an unexpected error in the log and in the register of failures, where administrators read it. The body stays out: it may hold secrets. */
export const recordFailure = async ({ database, log, model }: Service, error: Error, request: FastifyRequest): Promise<void> => {
  log.error({ err: error, request: request.id }, 'unexpected error')
  if (!registerOfRole(model(), 'failures')) return
  const data = JSON.stringify({
    message: error.message,
    method: request.method,
    path: request.url.split('?')[0],
    request: request.id,
    userId: request.caller?.userId,
  })
  try {
    await database.system.query(`INSERT INTO ${roleTable(model(), 'failures')} ("shopId", stack, data) VALUES ($1, $2, $3)`, [
      request.caller?.storeId ?? null,
      (error.stack ?? error.message).slice(0, 10_000),
      data,
    ])
  } catch (second) {
    log.warn({ err: second, request: request.id }, 'error not noted in the register')
  }
}
