import type { FastifyReply, FastifyRequest } from 'fastify'
import { membersOf } from '../../base/record.ts'
import type { Queries, StoreScope } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'
import { goneSignal } from '../threads/goneSignal.ts'

interface Asking {
  readonly service: Pick<Service, 'database'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Milliseconds after which what a call asks of the database is given up. */
const longestRead = 10_000
/** PostgreSQL: the statement was cancelled. */
const CANCELLED = '57014'

/** Reads as a caller's filter asks for it, no longer than a call may take, and not for one who is gone: others wait for the connection. */
export async function readForCall<T>(
  { service, request, reply }: Asking,
  scope: StoreScope,
  run: (q: Queries) => Promise<T>,
  timeout = longestRead,
): Promise<T> {
  const signal = goneSignal(request, reply)
  try {
    return await service.database.read(scope, run, { timeout, signal })
  } catch (error) {
    if (signal.aborted) throw new ApiError(499, 'threads.left')
    if (membersOf(error).code === CANCELLED) throw new ApiError(422, 'read-too-long')
    throw error
  }
}
