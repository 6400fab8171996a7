import type { FastifyInstance } from 'fastify'
import { checkContents } from '../query/checkContents.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call drops what cannot be stored from texts itself. */
    cleansTexts?: boolean
  }
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
