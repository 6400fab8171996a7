import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../access/networkOf.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { rateLimitStore } from './rateLimitStore.ts'

/**
 * Lets routes say `config: { rateLimit: { max } }`: so many calls a minute from one address, whichever server they come to. Attempts to
 * log in have waits that grow, and are counted apart.
 */
export const allowRateLimits = async (app: FastifyInstance, q: Queries): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    timeWindow: 60_000,
    store: rateLimitStore(q),
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: () => new ApiError(429, 'too-many-requests'),
  })
}

/** Reads of registers that an address may make in a minute without a session. */
const visitorReads = 120

/** Refuses reads of registers without a session once an address has made too many; where nothing counts, there are none. */
export function visitorLimit(app: FastifyInstance): ((request: FastifyRequest) => Promise<void>) | undefined {
  if (!app.hasDecorator('createRateLimit')) return undefined
  const count = app.createRateLimit({ max: visitorReads })
  return async request => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw new ApiError(429, 'too-many-requests', { seconds: counted.ttlInSeconds })
  }
}
