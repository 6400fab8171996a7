import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { membersOf } from '../../base/record.ts'
import type { Queries } from '../database/queries.ts'
import { countInWindow, type WindowCount } from './countInWindow.ts'

type Told = (error: Error | null, counted?: WindowCount) => void

/** The store of @fastify/rate-limit: it makes one, and of that one for each route. */
export const rateLimitStore = (q: Queries) =>
  class RateLimitStore implements FastifyRateLimitStore {
    private readonly route: string

    constructor(_options: unknown, route = '') {
      this.route = route
    }

    incr(key: string, told: Told, window = 60_000): void {
      countInWindow(q, `${this.route} ${key}`, window).then(
        counted => told(null, counted),
        (error: Error) => told(error),
      )
    }

    child(options: object): RateLimitStore {
      const { method, url } = membersOf(membersOf(options).routeInfo)
      return new RateLimitStore(options, `${method} ${url}`)
    }
  }
