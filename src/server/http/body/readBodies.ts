import type { FastifyInstance } from 'fastify'
import type { Access } from '../../access/access.ts'
import { tokenOf } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import { demandBoundedJson } from './boundedJson.ts'

const withBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Lets no stranger's body in: who sends one to a call of a session has one, which is asked before the first byte is read. Every call is one of a
 * session but those that say `open`. Then JSON is looked over before it is parsed.
 */
export function readBodies(app: FastifyInstance, access: Pick<Access, 'demandKnown'>): void {
  app.addHook('onRequest', async request => {
    if (!withBody.has(request.method) || request.routeOptions.config.open === true) return
    if (request.is404) throw new ApiError(404, 'route-unknown')
    await access.demandKnown(tokenOf(request))
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      demandBoundedJson(body)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
      return
    }
    void parse(request, body.toString('utf8'), done)
  })
}
