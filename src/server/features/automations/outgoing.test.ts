import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { isPublicAddress, publicLookup } from '../../security/publicLookup.ts'
import { isOutgoingAddress, openWebhooks, signedHeaders } from './outgoing.ts'

const inner = new Set(['till.local', '10.0.0.5:8080'])

test.each([
  ['https://hooks.example.org/a?b=c', true],
  ['http://hooks.example.org/a', false],
  ['https://hooks.example.org:8443/a', false],
  ['https://user:password@hooks.example.org/a', false],
  ['https://127.0.0.1/a', false],
  ['https://[::ffff:10.0.0.1]/a', false],
  ['https://2130706433/a', false],
  ['https://localhost/a', false],
  ['https://metadata./a', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
  ['http://till.local/a', true],
  ['http://10.0.0.5:8080/a', true],
  ['http://10.0.0.5/a', false],
  ['http://user@till.local/a', false],
])('%s may be called: %s', (address, may) => {
  expect(isOutgoingAddress(address, inner)).toBe(may)
})

test.each([
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '0.0.0.0',
  '::1',
  '::ffff:192.168.0.1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
])('%s is no public place', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test('a name that leads to a public and a private place, or to another one when asked again, is not connected to', async () => {
  let asked = 0
  const leading = (answers: readonly (readonly string[])[]): LookupFunction =>
    publicLookup((_host, answer) => {
      const found = answers[Math.min(asked, answers.length - 1)] ?? []
      asked += 1
      answer(
        null,
        found.map(address => ({ address, family: 4 })),
      )
    })
  const call = { address: 'https://hooks.example.org/a', secrets: [], id: 'msg_1', body: '{}' }
  for (const answers of [[['203.0.113.9', '127.0.0.1']], [['10.0.0.7']], [['169.254.169.254']]]) {
    asked = 0
    expect(await openWebhooks(new Set(), leading(answers), 500).send(call)).toBeUndefined()
    expect(asked).toBe(1)
  }
})

test('the signature is that of Standard Webhooks', () => {
  // The example of its specification.
  const headers = signedHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    at: new Date(1_614_265_330_000),
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('of an answer without end a beginning is read', async () => {
  const server = createServer((_request, response) => {
    const more = (): void => {
      if (!response.destroyed && response.write('x'.repeat(16_384))) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { send } = openWebhooks(new Set([`127.0.0.1:${port}`]))
  const answer = await send({ address: `http://127.0.0.1:${port}/`, secrets: [], id: 'msg_1', body: '{}' })
  expect(answer?.status).toBe(200)
  expect(answer?.text).toHaveLength(2000)
  server.closeAllConnections()
  server.close()
})

test('calls after each other share a connection, and one that the receiver closed meanwhile costs no call', async () => {
  const connections = new Set<Socket>()
  const heard: unknown[] = []
  const server = createServer((request, response) => {
    connections.add(request.socket)
    heard.push(request.headers['webhook-id'])
    request.resume().once('end', () => response.end('ok'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { send } = openWebhooks(new Set([`127.0.0.1:${port}`]))
  const call = (id: string) => send({ address: `http://127.0.0.1:${port}/`, secrets: [], id, body: '{}' })
  expect([await call('a'), await call('b')]).toEqual([
    { status: 200, text: 'ok' },
    { status: 200, text: 'ok' },
  ])
  expect(connections.size).toBe(1)
  // Closed without a word while the next call is on its way there.
  for (const socket of connections) socket.resetAndDestroy()
  expect(await call('c')).toEqual({ status: 200, text: 'ok' })
  expect(connections.size).toBe(2)
  expect(heard).toEqual(['a', 'b', 'c'])
  server.closeAllConnections()
  server.close()
})
