import type { FastifyRequest } from 'fastify'
import { isRecord } from '../../../base/record.ts'
import { queryParametersOf } from '../../access/requestParts.ts'
import type { Secrets } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'

const LONGEST = 200

/** The key under which a request's answer is kept, if the client wants one. */
export function idempotencyKeyOf({ headers, method }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || method === 'GET' || method === 'HEAD') return undefined
  if (typeof key !== 'string' || key === '' || key.length > LONGEST || !/^[\x21-\x7e]+$/.test(key))
    throw new ApiError(400, 'idempotency-key-invalid', { max: LONGEST })
  return key
}

/**
 * Returns a hash of the request: the same key may not stand for another one. The tab that writes does not matter. Bodies may hold passwords, so
 * nobody who reads the table can try them out.
 */
export const requestHash = ({ method, url, body }: FastifyRequest, secrets: Pick<Secrets, 'digest'>): string =>
  secrets.digest(JSON.stringify([method, url, body ?? null]))

/** Returns the store that a request names, in its address or its body; undefined where it names none, or no number. */
export function storeNamedBy(request: FastifyRequest): number | undefined {
  const { body } = request
  const named = queryParametersOf(request).lojaId || (isRecord(body) ? body.lojaId : undefined)
  const id = typeof named === 'string' && /^\d{1,15}$/.test(named) ? Number(named) : named
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}
