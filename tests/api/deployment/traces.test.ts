import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openCep } from '../../../src/plugins/cep/server.ts'
import { stubCepAnswer } from '../../../src/plugins/cep/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { startJobs } from '../../../src/server/start/startJobs.ts'
import { openSpans } from '../../../src/server/tracing/spans.ts'
import { startTracing } from '../../../src/server/tracing/startTracing.ts'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'
import { openTraceReceiver, type ReceivedSpan, type TraceReceiver } from '../fixtures/traceReceiver.ts'

let receiver: TraceReceiver
let cep: StubServer
let server: TestServer
let endJobs = (): void => undefined
let endTracing = async (): Promise<void> => undefined
let token = ''

/** Nothing of it may leave. */
const secrets = ['dona-maria', 'Bolo da Dona Maria', '01001', 'bolo-secreto', testPassword]
const foreign = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const traceparent = `00-${foreign.trace}-${foreign.span}-01`

beforeAll(async () => {
  receiver = await openTraceReceiver()
  cep = await startStubServer(stubCepAnswer)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.address)
  endTracing = await startTracing()
  server = await openServer(undefined, { plugins: [openCep], env: { CEP_URL: cep.address } })
  const lojaId = await server.addStore('Loja')
  token = await server.enterStore('dona-maria', lojaId, { type: 1 })
  const call = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<number> =>
    (await server.call(token, method, url, payload)).statusCode
  expect(await call('POST', '/api/grupos', { lojaId, nome: 'Bolo da Dona Maria' })).toBe(201)
  const filter = encodeURIComponent(JSON.stringify({ where: { nome: 'bolo-secreto' } }))
  expect(await call('GET', `/api/grupos?filter=${filter}`)).toBe(200)
  expect(await call('GET', '/api/bolo-secreto')).toBe(404)
  expect(await call('GET', '/api/apps/buscacep/01001000')).toBe(200)
  cep.behaviour = 'failing'
  expect(await call('GET', '/api/apps/buscacep/01001001')).toBeGreaterThanOrEqual(400)
  await server.app.inject({ url: '/healthz', headers: { traceparent } })
  endJobs = startJobs(server.context)
  const { system } = server.context.database
  await vi.waitFor(
    async () => {
      const { rowCount } = await system.query(`SELECT FROM system.jobs WHERE id = 'sweep' AND "endedAt" IS NOT NULL`)
      if (rowCount === 0) throw new Error('the job runs still')
    },
    { timeout: 60_000, interval: 100 },
  )
  endJobs()
  await endTracing()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  await cep?.close()
  await receiver?.close()
})

const named = (name: string): ReceivedSpan[] => receiver.spans.filter(span => span.name === name)
const one = (name: string): ReceivedSpan => {
  const [span] = named(name)
  if (!span) throw new Error(`no span ${name} among ${[...new Set(receiver.spans.map(each => each.name))].join(', ')}`)
  return span
}
const valuesOf = (span: ReceivedSpan): Record<string, unknown> =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const partsOf = ({ traceId, spanId }: ReceivedSpan): ReceivedSpan[] =>
  receiver.spans.filter(span => span.traceId === traceId && span.parentSpanId === spanId)

test('every request is a span by the name of its call, with its status', () => {
  expect(valuesOf(one('POST /api/grupos'))).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/:register',
    'http.response.status_code': 201,
    'retaguarda.store': expect.anything(),
    'retaguarda.request': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(one('POST /api/grupos').parentSpanId || undefined).toBe(undefined)
  expect(one('GET /api/grupos').kind).toBe(2)
  expect(valuesOf(one('GET /api/:unknown'))).toMatchObject({ 'http.response.status_code': 404 })
})

test('its statements are its parts, without values', () => {
  const writes = partsOf(one('POST /api/grupos')).filter(({ name }) => name === 'INSERT grupos')
  expect(writes.length).toBe(1)
  const text = String(valuesOf(writes[0] as ReceivedSpan)['db.query.text'])
  expect(text).toMatch(/^INSERT INTO .*grupos.* VALUES .*\$1/)
  expect(partsOf(one('GET /api/grupos')).some(({ name }) => name === 'SELECT grupos')).toBe(true)
})

test('a call of a service outside is a part of the request, and fails as such', () => {
  const [good, ...bad] = named('integration CEP_URL')
  expect(valuesOf(good as ReceivedSpan)).toEqual({ 'http.request.method': 'GET', 'server.address': '127.0.0.1' })
  const request = receiver.spans.find(({ spanId }) => spanId === good?.parentSpanId)
  expect(request?.name).toMatch(/^GET \/api\/apps\/buscacep/i)
  expect(bad.length).toBeGreaterThan(0)
  for (const { status, attributes } of bad) {
    expect([status.code, status.message]).toEqual([2, undefined])
    expect(attributes.map(({ key }) => key)).toContain('error.type')
  }
})

test('jobs and what the queue does are spans with their statements', () => {
  expect(partsOf(one('job sweep')).map(({ name }) => name)).toContain('DELETE system.sessions')
})

test('the trace that a stranger names is not gone on with', () => {
  expect(one('GET /healthz').traceId).not.toBe(foreign.trace)
})

test('nothing that somebody typed, no name and no secret leaves', () => {
  expect(receiver.spans.length).toBeGreaterThan(20)
  const all = receiver.texts.join('\n')
  for (const secret of [...secrets, token]) expect(all).not.toContain(secret)
})

test('without somebody who wants them none are taken, and one that a proxy names is gone on with where that is said', async () => {
  expect(openSpans()).toBe(undefined)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', '')
  await startTracing()
  expect(openSpans()).toBe(undefined)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.address)
  vi.stubEnv('OTEL_PROPAGATORS', 'tracecontext')
  const end = await startTracing()
  const spans = openSpans()
  const span = spans?.begin({ name: 'continuado', kind: 'server', headers: { traceparent } })
  expect(span?.run(() => openSpans()?.isInside())).toBe(true)
  span?.end()
  await end()
  expect(one('continuado')).toMatchObject({ traceId: foreign.trace, parentSpanId: foreign.span })
})
