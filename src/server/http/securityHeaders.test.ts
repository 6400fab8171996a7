import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { framedOrigins } from './framedOrigins.ts'
import { addSecurityHeaders } from './securityHeaders.ts'

test('the headers, word by word: a new helmet may add some, and must not take one away', async () => {
  const app = Fastify()
  await addSecurityHeaders(app)
  app.get('/api/x', () => ({}))
  app.get('/page', (_request, reply) => reply.type('text/html').send('<p>x</p>'))
  const { headers } = await app.inject('/api/x')
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;frame-src 'none';worker-src 'self';object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'self';report-uri /api/csp;report-to csp",
    'reporting-endpoints': 'csp="/api/csp"',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'permissions-policy': expect.stringMatching(
      /^accelerometer=\(\), .*geolocation=\(\), .*usb=\(\), .*camera=\(self\), publickey-credentials-create=\(self\), publickey-credentials-get=\(self\)$/,
    ),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'cache-control': 'no-store',
  })
  expect((await app.inject('/page')).headers['content-security-policy']).toMatch(
    /;report-to csp;require-trusted-types-for 'script';trusted-types default$/,
  )
  expect((await app.inject('/nowhere')).headers['x-content-type-options']).toBe('nosniff')
})

test('frames may show what the screens embed, and nothing else', async () => {
  const screens = (...addresses: string[]) => ({
    screens: Object.fromEntries(addresses.map((address, at) => [String(at), { body: { embed: { address, blank: '' } } }])),
  })
  expect(framedOrigins(screens("''"))).toEqual([])
  expect(framedOrigins(screens("'https://news.example/today?x=1'", '"https://news.example/"', "'javascript:1'"))).toEqual([
    'https://news.example',
  ])
  // Known only when it is worked out, in the browser.
  expect(framedOrigins(screens('store.pagina'))).toEqual(['https:'])
  const app = Fastify()
  await addSecurityHeaders(app, ['https://news.example'])
  expect((await app.inject('/')).headers['content-security-policy']).toContain(';frame-src https://news.example;')
})
