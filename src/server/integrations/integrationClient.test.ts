import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCircuitBreaker } from './circuitBreaker.ts'
import { createIntegrationClient, type IntegrationClientOptions } from './integrationClient.ts'
import { type StubBehaviour, type StubServer, startStubServer } from './stubServer.ts'

let there: StubServer
let failing = 0
beforeEach(async () => {
  failing = 0
  there = await startStubServer(({ method, steps, body, headers }) => {
    if (failing > 0) {
      failing -= 1
      return { status: 503 }
    }
    return { status: 200, body: { method, steps, body, key: headers['x-key'] } }
  })
})
afterEach(() => there.close())

const client = (more: Partial<IntegrationClientOptions> = {}) =>
  createIntegrationClient({ name: 'serviço', address: there.address, timeout: 1000, ...more })

test('reads and writes JSON, with the headers of the service', async () => {
  const service = client({ headers: { 'x-key': 'chave' } })
  expect(await service.read(['a', 'b c'])).toEqual({ method: 'GET', steps: ['a', 'b c'], key: 'chave' })
  expect(await service.write('PUT', ['a'], { b: 1 })).toEqual({ method: 'PUT', steps: ['a'], body: { b: 1 }, key: 'chave' })
})

test('a read is tried again, a write never', async () => {
  failing = 2
  expect(await client().read(['a'])).toMatchObject({ method: 'GET' })
  expect(there.requests).toHaveLength(3)
  failing = 1
  await expect(client().write('POST', ['a'], {})).rejects.toMatchObject({ reason: 'status', status: 503 })
  expect(there.requests).toHaveLength(4)
})

test.each<[StubBehaviour, object, number]>([
  ['unreachable', { reason: 'unreachable' }, 3],
  ['failing', { reason: 'status', status: 500 }, 3],
  ['missing', { reason: 'status', status: 404 }, 1],
  ['malformed', { reason: 'malformed' }, 1],
  ['too-large', { reason: 'too-large' }, 1],
  ['redirecting', { reason: 'status', status: 302 }, 1],
])('%s', async (mood, failure, attempts) => {
  there.behaviour = mood
  await expect(client().read(['a'])).rejects.toMatchObject(failure)
  expect(there.requests).toHaveLength(attempts)
})

test('a slow service is waited for so long and no longer', async () => {
  there.behaviour = 'slow'
  await expect(client({ timeout: 150 }).read(['a'])).rejects.toMatchObject({ reason: 'timeout' })
})

test('a service that keeps failing is left alone, also by those who ask next', async () => {
  const service = client({ attempts: 1, breaker: createCircuitBreaker({ failures: 2, pause: 60_000 }) })
  there.behaviour = 'failing'
  for (let call = 0; call < 2; call += 1) await expect(service.read(['a'])).rejects.toMatchObject({ status: 500 })
  await expect(service.read(['a'])).rejects.toMatchObject({ reason: 'circuit-open' })
  expect(there.requests).toHaveLength(2)
})

test('nothing found is an answer: it does not count against the service', async () => {
  const service = client({ attempts: 1, breaker: createCircuitBreaker({ failures: 2, pause: 60_000 }) })
  there.behaviour = 'missing'
  for (let call = 0; call < 4; call += 1) await expect(service.read(['a'])).rejects.toMatchObject({ status: 404 })
  expect(there.requests).toHaveLength(4)
})

test('without an address it says so', async () => {
  await expect(createIntegrationClient({ name: 'serviço', address: undefined, timeout: 100 }).read(['a'])).rejects.toMatchObject({
    reason: 'not-configured',
  })
})

test.each([301, 302, 303, 307, 308])('a redirect of status %i leads nowhere, and takes no key along', async status => {
  const target = await startStubServer(() => ({ status: 200, body: 'segredo' }))
  const moved = createServer((_request, response) => response.writeHead(status, { location: `${target.address}/x` }).end())
  await new Promise<void>(done => moved.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`
  for (const method of ['GET', 'POST'] as const)
    await expect(client({ address, headers: { 'x-key': 'chave' } }).send(method, ['a'], {})).rejects.toMatchObject({ status })
  expect(target.requests).toEqual([])
  moved.closeAllConnections()
  moved.close()
  await target.close()
})

test('whatever somebody typed, the service is asked and nobody else', async () => {
  const typed = [
    'http://169.254.169.254/latest',
    '//[::1]:22/',
    '\\\\10.0.0.1\\share',
    '@[::ffff:127.0.0.1]/',
    '127.0.0.1.nip.io',
    '?x=//10.0.0.1#',
    '\r\nhost: 10.0.0.1',
  ]
  for (const step of typed) {
    await client().send('GET', ['a', step], { query: { url: step } })
    expect(there.requests.at(-1)).toMatchObject({
      steps: ['a', step],
      query: { url: step },
      headers: { host: new URL(there.address).host },
    })
  }
  expect(there.requests).toHaveLength(typed.length)
})
