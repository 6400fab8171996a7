import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '../../../api/error.ts'
import { firstProblems, mostProblems } from '../../../model/firstProblems.ts'
import { formatMessage, formatProblem } from '../../../model/formatMessage.ts'
import { isDatabaseAway } from '../../databaseAway.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'
import { isDiskFull } from './diskFull.ts'
import { recordFailure } from './recordFailure.ts'

/** Answers every error as {"error": {message, code, statusCode, details}}, in the words of the definitions. */
export const registerErrorHandler = (app: FastifyInstance, service: Service): void => {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = apiErrorOf(error, request)
    if (known.statusCode === 500) await recordFailure(service, error, request)
    else if (known.statusCode === 507) service.log.error({ err: error, request: request.id }, 'disk full')
    else if (known.code === 'threads.busy')
      service.log.warn({ request: request.id, store: request.caller?.storeId }, 'worker threads busy')
    else if (known.statusCode === 503)
      service.log.error(
        { err: error, request: request.id },
        known.code === 'files-unavailable' ? 'file storage unreachable' : 'database unreachable',
      )
    else if (error.cause !== undefined)
      service.log.warn({ cause: error.cause, request: request.id, code: known.code }, 'call refused')
    return sendError(known, service, reply)
  })
}

export const sendError = (error: ApiError, service: Pick<Service, 'model'>, reply: FastifyReply): FastifyReply => {
  const { statusCode, params, extra } = error
  if ((statusCode === 429 || statusCode === 503) && params.seconds !== undefined) reply.header('retry-after', params.seconds)
  return reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .send({ ...errorReply(error, service), ...extra })
}

/** The body that tells an error. */
export function errorReply({ statusCode, code, params, details }: ApiError, service: Pick<Service, 'model'>): ErrorReply {
  const model = service.model()
  const told = firstProblems(details, mostProblems.ofReply).map(problem => ({
    path: problem.path,
    code: problem.code,
    message: formatProblem(model, problem),
  }))
  return { error: { message: formatMessage(model, code, params), code, statusCode, details: told } }
}

/** A call that no route answers. */
export const replyUnknownRoute = (service: Pick<Service, 'model'>) => (_request: FastifyRequest, reply: FastifyReply) =>
  sendError(new ApiError(404, 'route-unknown'), service, reply)

/** Errors of the framework and of the database's absence, as ours. */
const apiErrorOf = (error: FastifyError, { routeOptions }: FastifyRequest): ApiError => {
  if (error instanceof ApiError) return error
  if (isDiskFull(error)) return new ApiError(507, 'disk-full')
  const status = error.statusCode ?? 500
  if (status === 413) return new ApiError(413, 'payload-too-large', { max: sizeOf(routeOptions.bodyLimit ?? 0) })
  if (status === 415) return new ApiError(415, 'unsupported-media-type')
  if (status >= 400 && status < 500) return new ApiError(status, 'bad-request')
  return isDatabaseAway(error) ? new ApiError(503, 'unavailable') : new ApiError(500, 'unexpected')
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / 1024 / 1024)} MB`
