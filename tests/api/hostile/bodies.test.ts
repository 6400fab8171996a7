import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { membersOf } from '../../../src/base/record.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Bodies of strangers: not one byte is read of a call that takes a session, and no more than a person types of one that takes none. */

let server: TestServer
let port: number
let token: string
beforeAll(async () => {
  server = await openServer()
  const store = await server.addStore('Padaria')
  token = await server.enterStore('ana', store, { type: 1 })
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => server?.close())

/** Returns the status that comes while only the head of a call has been sent, and none of its body. */
async function statusOfHead(path: string, headers: readonly string[] = []): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const told = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 8000000', ...headers]
  socket.write(`POST ${path} HTTP/1.1\r\n${told.join('\r\n')}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  socket.destroy()
  return Number(String(head).split(' ')[1])
}

test.each([
  'Movimentos/lote',
  'PDV_local/comandasAbertas',
  'Conta_extratos/importar',
  'produtos/save',
  'files?resource=produtos',
  'users/change-password',
])('POST %s is refused before its body comes, without a session and with one that is none', async path => {
  expect(await statusOfHead(`/api/${path}`)).toBe(401)
  expect(await statusOfHead(`/api/${path}`, ['Authorization: nobody'])).toBe(401)
})

test('what no call answers is refused before its body comes, too', async () => {
  expect(await statusOfHead('/api/nothing/here')).toBe(404)
  expect(await statusOfHead('/nothing')).toBe(404)
})

test('what is larger than a call may take is refused by its head, too', async () => {
  expect(await statusOfHead('/api/users/login')).toBe(413)
  expect(await statusOfHead('/api/produtos/save', [`Authorization: ${token}`])).toBe(413)
})

const broken = (method: string, url: string, authorization?: string) =>
  server.app.inject({
    method: method.toUpperCase() as 'POST',
    url,
    payload: '{',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
  })

test('every call of the API that takes a session asks for it before it reads; the others read what is wrong', async () => {
  const document = membersOf((await server.app.inject('/api/openapi.json')).json())
  const registers = Object.keys(server.context.service.model().registers).filter(name => name !== 'produtos')
  const calls = Object.entries(membersOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(membersOf(methods))
      .filter(([, call]) => membersOf(call).requestBody !== undefined)
      .map(([method, call]) => ({ method, path, open: membersOf(call).security !== undefined })),
  )
  const asked = calls.filter(({ path }) => !registers.includes(path.split('/')[1] ?? ''))
  const [open, closed] = [asked.filter(call => call.open), asked.filter(call => !call.open)]
  const statuses = async (some: typeof asked) => {
    const found = new Map<number, string[]>()
    for (const { method, path } of some) {
      const url = `/api${path.replace(/\{\w+\}/g, '1')}`
      const { statusCode } = await broken(method, url)
      found.set(statusCode, [...(found.get(statusCode) ?? []), `${method} ${url}`])
    }
    return Object.fromEntries(found)
  }
  expect(closed.length).toBeGreaterThan(25)
  expect(await statuses(closed)).toEqual({ 401: expect.any(Array) })
  expect(await statuses(open)).toEqual({ 400: expect.any(Array) })
})

test('strangers send 64 KB at most', async () => {
  const reply = await server.app.inject({ method: 'POST', url: '/api/users/login', payload: { email: 'x'.repeat(70_000) } })
  expect([reply.statusCode, reply.json().error.message]).toEqual([413, 'O envio é grande demais. O máximo é 64 KB.'])
})

test('a body of too many members or levels is refused before it is parsed: broken as it is, its size is told', async () => {
  const sent = async (payload: string) => {
    const headers = { 'content-type': 'application/json', authorization: token }
    const reply = await server.app.inject({ method: 'POST', url: '/api/produtos/save', payload, headers })
    return [reply.statusCode, reply.json().error.code]
  }
  expect(await sent('['.repeat(900_000))).toEqual([400, 'body-too-deep'])
  expect(await sent(`{${'"a":1,'.repeat(6000)}`)).toEqual([413, 'body-too-many'])
  expect(await sent(`[${'{},'.repeat(26_000)}`)).toEqual([413, 'body-too-many'])
  expect(await sent('[{}')).toEqual([400, 'bad-request'])
})
