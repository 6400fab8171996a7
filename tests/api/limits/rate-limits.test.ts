import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '../../../src/domain/all.ts'
import { createApp } from '../../../src/server/app.ts'
import { type Domain, openOperation } from '../../../src/server/domain.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

const ping = openOperation({
  method: 'GET',
  path: 'ping',
  title: 'Ping',
  perMinute: 2,
  input: { type: 'object' },
  output: { type: 'object' },
  messages: [],
  run: async () => ({}),
})

const toy: Domain = { name: 'toy', operations: [ping, openOperation({ ...ping, path: 'pong' })] }

let server: TestServer
let second: FastifyInstance

beforeAll(async () => {
  server = await openServer(undefined, { domains: [...areas, toy] })
  second = await createApp(server.context)
})

afterAll(async () => {
  await second?.close()
  await server?.close()
})

const call = (remoteAddress: string, url = '/api/ping', app = server.app) => app.inject({ url, remoteAddress })
const admits = async (...args: Parameters<typeof call>): Promise<boolean> => (await call(...args)).statusCode === 200
const left = (milliseconds: number) =>
  server.context.database.system.query(`UPDATE system.rate_counts SET "endsAt" = now() + $1::float8 * interval '1 millisecond'`, [
    milliseconds,
  ])

test('so many calls in a minute from one address, whichever server they come to', async () => {
  expect(await admits('1.1.1.1')).toBe(true)
  expect(await admits('1.1.1.1', '/api/ping', second)).toBe(true)
  expect(await admits('1.1.1.1')).toBe(false)
  expect(await admits('1.1.1.1', '/api/ping', second)).toBe(false)
  expect(await admits('2.2.2.2')).toBe(true)
  expect(await admits('1.1.1.1', '/api/pong')).toBe(true)
  await left(30_000)
  const refused = await call('1.1.1.1')
  const wait = Number(refused.headers['retry-after'])
  expect([wait > 0, wait <= 30]).toEqual([true, true])
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    {
      error: {
        message: 'Muitas chamadas em pouco tempo. Aguarde um instante e tente de novo.',
        code: 'too-many-requests',
        statusCode: 429,
        details: [],
      },
    },
  ])
  await left(0)
  expect(await admits('1.1.1.1')).toBe(true)
})

test('of many calls at once those within the limit are answered', async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) => call('3.3.3.3', '/api/ping', at % 2 === 0 ? server.app : second)),
  )
  expect(all.filter(({ statusCode }) => statusCode === 200).length).toBe(2)
  expect(all.filter(({ statusCode }) => statusCode === 429).length).toBe(10)
})

test('the document of the API is as it was packed once, and no address has it without end', async () => {
  const ask = (remoteAddress: string, accepted: string) =>
    server.app.inject({ url: '/api/openapi.json', remoteAddress, headers: { 'accept-encoding': accepted } })
  const [plain, packed, again] = [await ask('7.7.7.1', 'identity'), await ask('7.7.7.1', 'br'), await ask('7.7.7.1', 'gzip, br')]
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(again.rawPayload.equals(packed.rawPayload)).toBe(true)
  expect(brotliDecompressSync(packed.rawPayload).toString('utf8')).toBe(plain.body)
  expect(plain.json().openapi).toBe('3.1.0')
  const asked = await Promise.all(Array.from({ length: 40 }, () => ask('7.7.7.2', 'br')))
  expect([...new Set(asked.map(({ statusCode }) => statusCode))].sort()).toEqual([200, 429])
  expect((await ask('7.7.7.3', 'br')).statusCode).toBe(200)
})
