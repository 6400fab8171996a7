import { setImmediate as nextTurn } from 'node:timers/promises'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../error.ts'

/**
 * Lets routes say `config: { rateLimit: { max } }`: so many calls a minute from one address, counted in this process. What must hold
 * over several servers, such as attempts to log in, is counted in the database instead.
 */
export const allowRateLimits = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    timeWindow: 60_000,
    // The plugin counts a call and only then looks at the count. A turn of its own for each: of many calls that come in one turn
    // those beyond the limit are refused, and not all of them.
    keyGenerator: async ({ ip }) => {
      await nextTurn()
      return normalizeIP(ip)
    },
    errorResponseBuilder: () => new ApiError(429, 'too-many-requests'),
  })
}
