import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { closeInOrder } from '../../../src/server/http/closing.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server?.close())

interface Reply {
  readonly status: number | undefined
  readonly ends: boolean
  readonly body: string
}

const get = (port: number, path: string, agent: Agent): Promise<Reply> =>
  new Promise((done, failed) => {
    request({ port, path, agent }, async reply =>
      done({ status: reply.statusCode, ends: reply.headers.connection === 'close', body: await text(reply) }),
    )
      .on('error', failed)
      .end()
  })

test('a server that closes tells everybody who uses their connection again, and resets nobody', async () => {
  const app = await createApp(server.context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  for (const agent of agents) expect(await get(port, '/healthz', agent)).toMatchObject({ status: 200, ends: false })
  const clients = agents.map(async agent => {
    for (;;) {
      const reply = await get(port, '/healthz', agent)
      expect(reply.status).toBe(200)
      if (reply.ends) return
    }
  })
  // Connected from before: when all others have ended, the server waits for this one still.
  const watcher = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await get(port, '/readyz', watcher)).toMatchObject({ status: 200, ends: false })
  const closed = closeInOrder(app)
  expect(await get(port, '/readyz', watcher)).toMatchObject({ status: 503, ends: true, body: '{"status":"closing"}' })
  await Promise.all(clients)
  await closed
  expect(app.server.listening).toBe(false)
})
