import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Browsers' reports of what a page's policy refused: kept for administrators, and never more than there is room for. */
let server: TestServer
beforeAll(async () => {
  server = await openServer()
  await server.addUser('admin@x.br', { admin: true })
})
afterAll(() => server?.close())

let address = 0
const report = (
  body: string,
  type = 'application/csp-report',
  remoteAddress = `10.1.${Math.floor(address / 200)}.${(address++ % 200) + 1}`,
) => server.app.inject({ method: 'POST', url: '/api/csp', headers: { 'content-type': type }, payload: body, remoteAddress })
const refused = (blocked: string, page = '/produtos') =>
  JSON.stringify({
    'csp-report': {
      'violated-directive': 'script-src',
      'blocked-uri': blocked,
      'document-uri': `https://loja.example${page}?token=segredo`,
    },
  })
const kept = async (): Promise<Record<string, string>[]> => {
  const { rows } = await server.context.database.system.query<{ data: string }>(
    `SELECT data FROM "Logs" WHERE data LIKE '%Content-Security-Policy%' ORDER BY id`,
  )
  return rows.map(({ data }) => JSON.parse(data))
}

test('a report is kept once a day, without what tells who was there, and administrators read it', async () => {
  for (let time = 0; time < 3; time++) expect((await report(refused('https://evil.example/x.js?c=1'))).statusCode).toBe(204)
  expect(await kept()).toEqual([
    {
      message: 'Content-Security-Policy: script-src',
      blocked: 'https://evil.example',
      page: 'https://loja.example/produtos',
      source: '',
    },
  ])
  const token = await server.enter('admin@x.br')
  const shown = await server.call(token, 'GET', '/api/Logs/list')
  expect([shown.statusCode, shown.body]).toEqual([200, expect.stringContaining('evil.example')])
  expect(shown.body).not.toContain('segredo')
  expect((await server.app.inject({ method: 'GET', url: '/api/csp' })).statusCode).toBe(404)
})

test('what is no report, is too large or comes too often leaves nothing', async () => {
  const before = (await kept()).length
  for (const body of ['', 'null', '{', '{"csp-report":{"violated-directive":{"a":1}}}', '\u0000'])
    expect((await report(body)).statusCode).toBeLessThan(500)
  expect((await report(refused('https://a.example'), 'application/json')).statusCode).toBeLessThan(500)
  expect((await report(refused(`https://${'a'.repeat(20_000)}.example`))).statusCode).toBe(413)
  expect((await kept()).length).toBe(before)
  const codes: number[] = []
  for (let time = 0; time < 21; time++) codes.push((await report('{}', 'application/csp-report', '10.9.9.9')).statusCode)
  expect([codes[0], codes.at(-1)]).toEqual([204, 429])
})

test('of all that strangers invent two hundred a day are kept', async () => {
  for (let at = 0; at < 60; at++) {
    const five = [0, 1, 2, 3, 4].map(nth => ({
      type: 'csp-violation',
      body: { effectiveDirective: 'img-src', blockedURL: `https://n${at}-${nth}.example/`, documentURL: 'https://loja.example/' },
    }))
    expect((await report(JSON.stringify(five), 'application/reports+json')).statusCode).toBe(204)
  }
  expect((await kept()).length).toBe(200)
})
