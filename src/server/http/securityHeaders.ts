import type { OutgoingHttpHeaders } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { contentReportAddress } from './log/contentReports.ts'

/** No inline script or style, no eval: styles made while the page runs are sheets that it adopts. Frames show what screens embed. */
const contentSecurityPolicy = (framed: readonly string[]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'frame-src': framed.length > 0 ? [...framed] : ["'none'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    // Browsers say what it refused: the old word, and the new one with the header that names the address.
    'report-uri': [contentReportAddress],
    'report-to': ['csp'],
  },
})

/** A further policy of pages: no text becomes code or elements, but by the page's one policy (src/browser/app/ownScripts.ts). */
const trustedTypes = ";require-trusted-types-for 'script';trusted-types default"

/**
 * Powers that a page of a shop's office never needs, and that no script may use that got into one; our own pages read codes by the camera and take
 * passkeys.
 */
const permissionsPolicy = [
  ...['accelerometer', 'bluetooth', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map(name => `${name}=()`)
  .concat('camera=(self)', 'publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

/**
 * The headers that helmet would put on a reply. They are the same for each, so helmet is asked once, at the start: as a hook of
 * every call it would write them anew each time, for 2 to 4 % of a short call's time.
 */
const helmetHeaders = async (framed: readonly string[]): Promise<OutgoingHttpHeaders> => {
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(framed),
    referrerPolicy: { policy: 'same-origin' },
  })
  asked.get('/', (_request, reply) => reply.raw.getHeaders())
  const reply = await asked.inject('/')
  await asked.close()
  return {
    ...reply.json<OutgoingHttpHeaders>(),
    'permissions-policy': permissionsPolicy,
    'reporting-endpoints': `csp="${contentReportAddress}"`,
  }
}

/**
 * Puts the security headers and the request's id on every reply, errors and files too; what the API answers is kept by nobody.
 * `framed`: origins of other pages that ours may show in a frame.
 */
export const addSecurityHeaders = async (app: FastifyInstance, framed: readonly string[] = []): Promise<void> => {
  const security = await helmetHeaders(framed)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security)
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isCall.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (String(reply.getHeader('content-type') ?? '').startsWith('text/html'))
      reply.header('content-security-policy', `${reply.getHeader('content-security-policy')}${trustedTypes}`)
    done()
  })
}

const isCall = /^\/api\//i
