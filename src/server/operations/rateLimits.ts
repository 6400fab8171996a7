import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Queries } from '../access/caller.ts'
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
    keyGenerator: ({ ip }) => normalizeIP(ip),
    errorResponseBuilder: () => new ApiError(429, 'too-many-requests'),
  })
}
