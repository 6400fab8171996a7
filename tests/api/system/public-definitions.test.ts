import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server?.close())

const ask = (caminho: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: `/api/publico?caminho=${encodeURIComponent(caminho)}`, headers })

test.each(['/recuperarSenha', '/recuperarsenha', '/confirmacao/'])('%s is given to everybody', async caminho => {
  const reply = await ask(caminho)
  expect(reply.statusCode).toBe(200)
  const { model } = reply.json()
  expect(Object.values(model.screens).every(screen => (screen as { public: boolean }).public)).toBe(true)
  expect([model.registers, model.imports, model.reports, model.queries, model.menu]).toEqual([{}, {}, {}, {}, []])
})

test.each(['/', '/produtos', '/alterarSenha', '/login', ''])('%s is not', async caminho => {
  const reply = await ask(caminho)
  expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'screen-unknown'])
})

test('unchanged, it costs no body', async () => {
  const first = await ask('/confirmacao')
  const again = await ask('/confirmacao', { 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
