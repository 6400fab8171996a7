import type { FastifyInstance } from 'fastify'
import { checkContents } from '../../query/checkContents.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call drops what cannot be stored from texts itself. */
    cleansTexts?: boolean
  }
}

/** A removal says nothing in its body: clients that name a type for every call send none, and mean none. */
export const takeEmptyRemovals = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (method === 'DELETE' && isEmpty) delete headers['content-type']
    done()
  })
}

/** Looks over everything that a request says before any call reads it: see checkContents. */
export const checkRequestContents = (app: FastifyInstance): void => {
  app.addHook('preValidation', ({ params, query, body, routeOptions }, _reply, done) => {
    const anyText = routeOptions.config.cleansTexts === true
    try {
      for (const part of [params, query, Buffer.isBuffer(body) ? undefined : body]) checkContents(part, '', anyText)
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)))
    }
    done()
  })
}
