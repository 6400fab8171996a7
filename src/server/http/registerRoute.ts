import type { FastifyInstance } from 'fastify'
import { type RegisterRequest, type RouteContext, withRegister } from './registerRequest.ts'

/** A call that every register has: its path stands behind the register's name, which is taken in any letter case. */
export interface RegisterRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api/:register, with a leading slash; empty: the register itself. */
  readonly path: string
  answer(request: RegisterRequest): Promise<unknown>
}

/** Adds the calls; the register is found when a call comes, so a new register needs no route. */
export function addRegisterRoutes(app: FastifyInstance, context: RouteContext, routes: readonly RegisterRoute[]): void {
  for (const { method, path, answer } of routes)
    app.route({ method, url: `/api/:register${path}`, handler: withRegister(context, answer) })
}
