import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { Service } from '../access/caller.ts'
import { registerErrorHandler } from '../http/log/errorReplies.ts'
import { openOperation } from './operation.ts'
import { allowRateLimits } from './rateLimits.ts'
import { registerOperationRoutes } from './routes.ts'

const text = 'Muitas chamadas em pouco tempo.'

/** As much of the service as an open operation and an error's reply touch. */
const service = {
  model: () => ({ messages: { 'too-many-requests': { text, kind: 'error', when: '' } } }),
} as unknown as Service

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

afterEach(() => {
  vi.useRealTimers()
})

test('so many calls in a minute from one address', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const app = Fastify()
  registerErrorHandler(app, service)
  await allowRateLimits(app)
  const resolveCaller = async (): Promise<never> => {
    throw new Error('An open operation asks for no session')
  }
  registerOperationRoutes(app, { service, resolveCaller }, [ping, openOperation({ ...ping, path: 'pong' })])
  const call = (remoteAddress: string, url = '/api/ping') => app.inject({ url, remoteAddress })
  const admits = async (remoteAddress: string, url?: string): Promise<boolean> =>
    (await call(remoteAddress, url)).statusCode === 200

  expect([await admits('1.1.1.1'), await admits('1.1.1.1'), await admits('1.1.1.1'), await admits('2.2.2.2')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(await admits('1.1.1.1', '/api/pong')).toBe(true)
  vi.setSystemTime(59_999)
  const refused = await call('1.1.1.1')
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '1',
    { error: { message: text, code: 'too-many-requests', statusCode: 429, details: [] } },
  ])
  vi.setSystemTime(60_000)
  expect(await admits('1.1.1.1')).toBe(true)
})
