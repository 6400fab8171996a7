import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { membersOf } from '../../base/record.ts'
import type { Queries } from '../access/caller.ts'

type Told = (error: Error | null, counted?: { current: number; ttl: number }) => void

/** Calls counted in the database, where all servers behind a balancer see the same count. What is counted is gone in a minute: none of it is logged. */
const COUNT = `INSERT INTO system.rate_counts AS r (key, count, "endsAt") VALUES ($1, 1, now() + $2::float8 * interval '1 millisecond')
  ON CONFLICT (key) DO UPDATE SET count = CASE WHEN r."endsAt" <= now() THEN 1 ELSE r.count + 1 END,
    "endsAt" = CASE WHEN r."endsAt" <= now() THEN excluded."endsAt" ELSE r."endsAt" END
  RETURNING count, extract(epoch FROM "endsAt" - now())::float8 * 1000 AS ttl`

/** The store of @fastify/rate-limit: it makes one, and of that one for each route. */
export const rateLimitStore = (q: Queries) =>
  class RateLimitStore implements FastifyRateLimitStore {
    private readonly route: string

    constructor(_options: unknown, route = '') {
      this.route = route
    }

    incr(key: string, told: Told, window = 60_000): void {
      q.query<{ count: number; ttl: number }>(COUNT, [`${this.route} ${key}`, window]).then(
        ({ rows }) => told(null, { current: rows[0]?.count ?? 1, ttl: rows[0]?.ttl ?? window }),
        (error: Error) => told(error),
      )
    }

    child(options: object): RateLimitStore {
      const { method, url } = membersOf(membersOf(options).routeInfo)
      return new RateLimitStore(options, `${method} ${url}`)
    }
  }
