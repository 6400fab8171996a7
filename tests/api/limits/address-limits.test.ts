import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../../../src/domain/all.ts'
import type { Model } from '../../../src/model/model.ts'
import { type Domain, openOperation } from '../../../src/server/domain.ts'
import { notificationReceiver } from '../../../src/server/plugin.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { signUpOf } from '../sign-up/signUps.ts'

/** Every limit by address counts a whole network as one, and all networks together do no more than a ceiling lets them. */

const ping = openOperation({
  method: 'GET',
  path: 'ping',
  title: 'Ping',
  perMinute: 20,
  input: { type: 'object' },
  output: { type: 'object' },
  messages: [],
  run: async () => ({}),
})
const toy: Domain = { name: 'toy', operations: [ping] }
const receiver = notificationReceiver({ name: 'banco', partner: 'Banco', admit: async () => undefined, handle: async () => {} })

const product = productModel()
const model: Model = {
  ...product,
  limits: {
    ...product.limits,
    ceilings: { login: { title: 'Logins', most: 60, seconds: 300 }, signUp: { title: 'Cadastros', most: 50, seconds: 600 } },
  },
}

let server: TestServer
beforeAll(async () => {
  server = await openServer(model, {
    domains: [...areas, toy],
    plugins: [async () => ({ name: 'banco', receivers: [receiver] })],
  })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.context.database.system.query('DELETE FROM system.attempts')
  await server.context.database.system.query('DELETE FROM system.rate_counts')
})

type Call = (address: string, at: number) => { readonly method: 'GET' | 'POST'; readonly url: string; readonly payload?: object }

/** Every call that counts by address, each time about somebody else. */
const calls: Readonly<Record<string, Call>> = {
  logins: (_, at) => ({ method: 'POST', url: '/api/users/login', payload: { email: `p${at}@x.br`, password: 'errada' } }),
  resets: (_, at) => ({ method: 'POST', url: '/api/users/sendResetPasswordEmail', payload: { email: `p${at}@x.br` } }),
  confirmations: (_, at) => ({
    method: 'POST',
    url: '/api/ConfirmationTokens/confirmacao',
    payload: { token: `token-${at}`, password: 'segredo-1' },
  }),
  'sign-ups': (_, at) => ({
    method: 'POST',
    url: '/api/Lojas/createVisitor',
    payload: signUpOf(`p${at}@x.br`, { segmentoId: 999_999 }),
  }),
  'open operations': () => ({ method: 'GET', url: '/api/ping' }),
  'reads of visitors': () => ({ method: 'GET', url: '/api/segmentos/list' }),
  'the document of the API': () => ({ method: 'GET', url: '/api/openapi.json' }),
  'unsound notifications': () => ({ method: 'POST', url: '/api/notificacoes/banco', payload: {} }),
}

/** Three networks, each by ever another of its addresses. */
const networks: Readonly<Record<string, (at: number) => string>> = {
  'an IPv6 /64': at => `2001:db8:1:2:${((at * 7919) % 65_536).toString(16)}::${(at + 1).toString(16)}`,
  'an IPv4 address in the forms that IPv6 has for it': at => (at % 2 === 0 ? '::ffff:198.51.100.7' : '198.51.100.7'),
}

const send = (call: Call, address: string, at: number) => server.app.inject({ ...call(address, at), remoteAddress: address })

/** Calls ten at a time until some are refused; how many were not. */
async function admitted(call: Call, addressOf: (at: number) => string): Promise<number> {
  let count = 0
  for (let start = 0; start < most; start += 10) {
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => send(call, addressOf(start + at), start + at)))
    const some = replies.filter(({ statusCode }) => statusCode !== 429).length
    count += some
    if (some < 10) break
  }
  return count
}
const most = 140

describe.each(Object.entries(calls))('%s', (_name, call) => {
  it.each(Object.entries(networks))('are limited for %s', { timeout: 120_000 }, async (_network, addressOf) => {
    const count = await admitted(call, addressOf)
    expect(count).toBeLessThan(most)
    // The first wait is a second, which is over before a busy machine asks again.
    await server.context.database.system.query(
      `UPDATE system.attempts SET "blockedUntil" = now() + interval '1 hour' WHERE "blockedUntil" > "updatedAt"`,
    )
    const refused = await send(call, addressOf(1), 500)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Next door is another network.
    expect((await send(call, '2001:db8:1:3::1', 501)).statusCode).not.toBe(429)
    expect((await send(call, '198.51.100.8', 502)).statusCode).not.toBe(429)
  })
})

it('an attempt that is free keeps out nobody who began before it and is counted after it', async () => {
  const q = server.context.database.system
  const { rows } = await q.query<{ begun: Date }>('SELECT clock_timestamp() AS begun')
  const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => send(calls.resets as Call, '2001:db8:77::1', at)))
  expect(replies.map(({ statusCode }) => statusCode)).not.toContain(429)
  const kept = await q.query('SELECT key FROM system.attempts WHERE "blockedUntil" >= $1', [rows[0]?.begun])
  expect(kept.rows).toEqual([])
})

const ofEverybody = (at: number): string => `2001:db8:${at.toString(16)}::1`

describe('a ceiling', () => {
  it('holds failed logins of all networks together, and not who logged in lately where they are', {
    timeout: 120_000,
  }, async () => {
    await server.addUser('ana@x.br')
    const here = (password: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/users/login',
        payload: { email: 'ana@x.br', password },
        remoteAddress: '203.0.113.9',
      })
    expect((await here('senha123')).statusCode).toBe(200)
    const count = await admitted(calls.logins as Call, ofEverybody)
    expect(count).toBe(60)
    const refused = await send(calls.logins as Call, '192.0.2.77', 900)
    const { message, code } = refused.json().error
    expect([refused.statusCode, code]).toEqual([429, 'ceiling-reached'])
    expect(message).toContain(`Tente de novo em ${refused.headers['retry-after']} s.`)
    expect((await here('senha123')).statusCode).toBe(200)
  })

  it('leaves logins that succeed uncounted', async () => {
    await server.addUser('bia@x.br')
    for (let at = 0; at < 70; at += 1) {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/api/users/login',
        payload: { email: 'bia@x.br', password: 'senha123' },
        remoteAddress: ofEverybody(at),
      })
      expect(reply.statusCode).toBe(200)
    }
    expect((await send(calls.logins as Call, '192.0.2.78', 1)).statusCode).toBe(401)
  })

  it('holds sign-ups of all networks together', { timeout: 120_000 }, async () => {
    expect(await admitted(calls['sign-ups'] as Call, ofEverybody)).toBe(50)
  })
})
