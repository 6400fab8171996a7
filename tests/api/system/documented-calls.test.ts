import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPasswordHash } from '../../../src/server/access/users.ts'
import { cheapHash } from '../fixtures/cheapHash.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

interface Shown {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body: string | undefined
}

/** Calls that docs/api.md shows with curl, as they stand there. */
const calls = [...readFileSync('docs/api.md', 'utf8').matchAll(/^curl [\s\S]*?(?=^```)/gm)].map(([text]): Shown => {
  const [, path = ''] = /localhost:3000(\S+)/.exec(text) ?? []
  const [, name = '', value = ''] = /--data-urlencode '(\w+)=([^']*)'/.exec(text) ?? []
  const [, body] = /-d '([^']*)'/.exec(text) ?? []
  return {
    method: /-X POST/.test(text) ? 'POST' : 'GET',
    url: name ? `${path}?${new URLSearchParams({ [name]: value })}` : path,
    body,
  }
})

let server: TestServer

beforeAll(async () => {
  server = await openServer()
  const user = await server.addUser('dono@demo.com.br')
  await setPasswordHash(server.context.database.system, user, cheapHash('demo1234'))
  await server.tie(user, await server.addStore('Cantina', user), { email: 'dono@demo.com.br', type: 1 })
})
afterAll(() => server?.close())

test('the calls that docs/api.md shows are answered', async () => {
  expect(calls.length).toBeGreaterThanOrEqual(2)
  let token = ''
  for (const { method, url, body } of calls) {
    const headers = { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) }
    const reply = await server.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
    expect(reply.statusCode, `${url}: ${reply.body}`).toBe(200)
    token = reply.json().id ?? token
  }
  expect(token).not.toBe('')
})
