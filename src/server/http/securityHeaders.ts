import type { OutgoingHttpHeaders } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** No inline script, no eval; inline styles are those of the style library. News are an external page in a frame. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'frame-src': ["'self'", 'https:'],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  },
}

/**
 * The headers that helmet would put on a reply. They are the same for each, so helmet is asked once, at the start: as a hook of
 * every call it would write them anew each time, for 2 to 4 % of a short call's time.
 */
const helmetHeaders = async (): Promise<OutgoingHttpHeaders> => {
  const asked = Fastify()
  await asked.register(helmet, { contentSecurityPolicy, referrerPolicy: { policy: 'same-origin' } })
  asked.get('/', (_request, reply) => reply.raw.getHeaders())
  const reply = await asked.inject('/')
  await asked.close()
  return reply.json<OutgoingHttpHeaders>()
}

/** Puts the security headers and the request's id on every reply, errors and files too; what the API answers is kept by nobody. */
export const addSecurityHeaders = async (app: FastifyInstance): Promise<void> => {
  const security = await helmetHeaders()
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security)
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isCall.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
}

const isCall = /^\/api\//i
