import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '../../../src/domain/all.ts'
import { openSefaz } from '../../../src/plugins/sefaz/server.ts'
import { createApp } from '../../../src/server/app.ts'
import type { Domain } from '../../../src/server/domain.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** An area that adds a figure of its own. */
const weather: Domain = {
  name: 'weather',
  figures: [
    {
      name: 'weather_degrees',
      help: 'How warm it is.',
      labels: ['town'],
      read: async q =>
        (await q.query<{ value: number }>('SELECT 23.5::float8 AS value')).rows.map(row => ({ ...row, labels: { town: 'Itu' } })),
    },
  ],
}

const token = 'figuras-1'
let server: TestServer
let owner = ''
let store = 0

beforeAll(async () => {
  process.env.METRICS_TOKEN = token
  server = await openServer(undefined, { plugins: [openSefaz], domains: [...areas, weather] })
  delete process.env.METRICS_TOKEN
  const person = await server.addUser('dona@x.br')
  store = await server.addStore('Padaria')
  await server.tie(person, store, { type: 1, email: 'dona@x.br' })
  owner = await server.enter('dona@x.br')
})

afterAll(() => server?.close())

/** The lines of what is told, by name and labels. */
const figures = async (): Promise<Map<string, number>> => {
  const reply = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = reply.body.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

test('nobody reads figures without the token, and nothing is there where none is set', async () => {
  for (const headers of [{}, { authorization: owner }, { authorization: 'Bearer outra' }])
    expect((await server.app.inject({ url: '/metrics', headers })).json().error).toMatchObject({ statusCode: 403 })
  const silent = await createApp(server.context)
  expect((await silent.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(404)
  await silent.close()
})

test('requests are counted by call and status, and addresses that somebody makes up add no line', async () => {
  const saved = await server.call(owner, 'POST', '/api/Unidades', { lojaId: store, nome: 'kg' })
  expect(saved.statusCode, saved.body).toBe(201)
  await server.call(owner, 'GET', `/api/unidades/${saved.json().id}`)
  await server.call(owner, 'GET', '/api/unidades/999999')
  await server.call(owner, 'GET', `/api/relatorio/inicio/certificado?lojaId=${store}&dia=2026-01-01`)
  for (const made of ['xyz1', 'xyz2']) {
    await server.call(owner, 'GET', `/api/${made}/1`)
    await server.call(owner, 'GET', `/${made}`)
  }
  const told = await figures()
  const count = (method: string, call: string, status: number) =>
    told.get(`retaguarda_http_requests_total{method="${method}",call="${call}",status="${status}"}`)
  expect(count('POST', '/api/unidades', 201)).toBe(1)
  expect([count('GET', '/api/unidades/:id', 200), count('GET', '/api/unidades/:id', 404)]).toEqual([1, 1])
  expect(count('GET', '/api/relatorio/inicio/certificado', 200)).toBe(1)
  expect(count('GET', '/api/:unknown/:id', 404)).toBe(2)
  expect([...told.keys()].filter(name => name.includes('xyz'))).toEqual([])
  expect(told.get('retaguarda_http_request_seconds_count{method="POST",route="/api/:register"}')).toBe(1)
  expect(told.get('retaguarda_database_connections{pool="requests",state="open"}')).toBeGreaterThan(0)
  expect(told.get('retaguarda_figures_failed')).toBe(0)
  expect(told.get('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
})

test('queues, jobs, certificates and notes that wait are told, and what an area adds', async () => {
  const q = server.context.database.system
  await q.query(
    `INSERT INTO "Loja_certificados" ("lojaId", titular, cnpj, "validoDe", "validoAte") VALUES ($1, 'PADARIA', '11444777000161', now() - interval '1 year', now() + interval '12 days 5 hours')`,
    [store],
  )
  await q.query(
    `INSERT INTO "NFe_transmissaos" ("lojaId", estado, "createdAt") VALUES ($1, 'PENDENTE', now() - interval '2 hours'), ($1, 'ACEITO', now() - interval '9 hours')`,
    [store],
  )
  await q.query(
    `INSERT INTO system.queue (id, queue, content, "dueAt", "createdAt") VALUES (gen_random_uuid(), 'sefaz', $1, now() + interval '1 day', now() - interval '2 hours'),
       (gen_random_uuid(), 'espera', '', now() + interval '1 day', now() - interval '10 minutes'), (gen_random_uuid(), 'espera', '', 'infinity', now() - interval '1 day')`,
    [JSON.stringify({ lojaId: store })],
  )
  await q.query(
    `INSERT INTO system.jobs (id, "dueAt", "endedAt", failure) VALUES ('sobra/1', now() + interval '1 hour', now(), 'não deu'),
       ('sobra/2', now() - interval '1 minute', now() - interval '30 seconds', NULL)`,
  )
  const told = await figures()
  const about = (name: string): number => Math.round((told.get(`retaguarda_${name}`) ?? Number.NaN) / 60)
  expect(told.get(`retaguarda_fiscal_certificate_days_left{store="${store}"}`)).toBe(12)
  expect([told.get('retaguarda_fiscal_pending_documents'), about('fiscal_oldest_pending_seconds')]).toEqual([1, 120])
  expect([told.get('retaguarda_queue_waiting{queue="espera"}'), told.get('retaguarda_queue_given_up{queue="espera"}')]).toEqual([
    1, 1,
  ])
  expect(about('queue_oldest_seconds{queue="espera"}')).toBe(10)
  expect([told.get('retaguarda_job_failed{job="sobra"}'), about('job_late_seconds{job="sobra"}')]).toEqual([1, 1])
  expect(told.get('retaguarda_job_succeeded_seconds{job="sobra"}')).toBeGreaterThanOrEqual(30)
  expect(told.get('retaguarda_weather_degrees{town="Itu"}')).toBe(23.5)
})

test('a figure that cannot be read keeps nobody from the others', async () => {
  const q = server.context.database.system
  await q.query('ALTER TABLE system.queue RENAME TO queue_away')
  const told = await figures()
  await q.query('ALTER TABLE system.queue_away RENAME TO queue')
  expect(told.get('retaguarda_figures_failed')).toBeGreaterThan(0)
  expect(told.get('retaguarda_weather_degrees{town="Itu"}')).toBe(23.5)
  expect(told.get('retaguarda_database_connections{pool="system",state="open"}')).toBeGreaterThan(0)
  expect((await figures()).get('retaguarda_figures_failed')).toBe(0)
})

test('the dashboard shows nothing that is not told', async () => {
  const told = [...(await figures()).keys()].map(line => line.split('{')[0])
  const shown = readFileSync('docs/grafana-dashboard.json', 'utf8').match(/\b(retaguarda_\w+|nodejs_\w+|process_\w+)/g) ?? []
  expect(shown.length).toBeGreaterThan(10)
  // Services outside that fail are told while there are some.
  expect(new Set(shown.filter(name => !told.includes(name)))).toEqual(new Set(['retaguarda_failing_services']))
})
