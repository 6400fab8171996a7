import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'
import { errorReply, sendError } from './errorReplies.ts'

type Told = Pick<Service, 'model'>

/** Errors before any route is found, as ours: an address that is none, a head that is no HTTP, too long or too slow. */
export const clientErrors = (service: Told): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> => ({
  frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
    void sendError(new ApiError(400, 'bad-request'), service, reply),
  clientErrorHandler: (error, socket) => {
    if (error.code !== 'ECONNRESET' && socket.writable) socket.write(headAndBody(knownError(error.code), service))
    socket.destroy(error)
  },
})

function knownError(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(408, 'arrival-too-slow')
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(431, 'head-too-large', { max: `${maxHeaderSize / 1024} KB` })
  return new ApiError(400, 'bad-request')
}

function headAndBody(error: ApiError, service: Told): string {
  const body = JSON.stringify(errorReply(error, service))
  const head = [
    `HTTP/1.1 ${error.statusCode} ${STATUS_CODES[error.statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
