import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let app: FastifyInstance
let port: number
let token: string
beforeAll(async () => {
  server = await openServer()
  await server.addUser('ana@x.br', { admin: true })
  token = await server.enter('ana@x.br')
  app = await createApp(server.context, { arrival: { within: 300, checked: 50 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app?.close()
  await server?.close()
})

function open(head: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.on('error', () => undefined)
  socket.write(head)
  return socket
}

async function heard(socket: Socket, wanted: string): Promise<void> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes(wanted)) return
  }
  throw new Error(`Closed before ${wanted}: ${text}`)
}

/**
 * Returns the answer to a body that never ends. A drop that arrives after the server closed makes the system throw away its answer: it is asked again
 * until it was heard.
 */
async function drip(): Promise<string> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const socket = open(
      'POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{',
    )
    const drops = setInterval(() => socket.writable && socket.write(' '), 20)
    let reply = ''
    socket.on('data', chunk => {
      reply += String(chunk)
    })
    await new Promise(closed => socket.once('close', closed))
    clearInterval(drops)
    if (reply) return reply
  }
  return ''
}

test('what is no call at all is told in the words of all errors', async () => {
  const bodyOf = async (head: string) => {
    const socket = open(head)
    let reply = ''
    for await (const chunk of socket) reply += String(chunk)
    const body: unknown = JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))
    return [reply.slice(9, 12), body]
  }
  const told = (code: string, statusCode: number, message: string) => [
    String(statusCode),
    { error: { message, code, statusCode, details: [] } },
  ]
  const wrong = told('bad-request', 400, 'A chamada não pôde ser entendida.')
  expect(await bodyOf('GET /api/%c0 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toEqual(wrong)
  expect(await bodyOf('no call\r\n\r\n')).toEqual(wrong)
  expect(await bodyOf(`GET /api/model HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)).toEqual(
    told('head-too-large', 431, 'O endereço e os cabeçalhos da chamada são longos demais. O máximo é 16 KB.'),
  )
})

test('a call whose caller leaves while its body comes has its line in the log', async () => {
  const socket = open(
    'POST /api/users/sendResetPasswordEmail HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\nexpect: 100-continue\r\n\r\n',
  )
  await heard(socket, '100 Continue')
  socket.destroy()
  const lines = () => server.logged.filter(line => line.includes('sendResetPasswordEmail')).map(line => JSON.parse(line))
  await expect.poll(lines).toMatchObject([{ method: 'POST', status: 499 }])
})

test('a body that drips is cut, while the stream of changes stays open', async () => {
  const stream = open(`GET /api/events HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\n\r\n`)
  await heard(stream, 'retry:')
  expect(await drip()).toMatch(/^HTTP\/1\.1 408 /)
  // Much older than what a body may take: it is whole since its first moment.
  server.context.setModel({ ...server.context.service.model(), hash: 'another' })
  await heard(stream, 'event: model')
  stream.destroy()
})
