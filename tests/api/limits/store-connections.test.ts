import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Connections to the database are shared fairly: calls of one store, however many and long, leave some for the others. */

let server: TestServer
const stores = { ours: 0, theirs: 0 }
beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
})
afterAll(() => server?.close())

test('a store that keeps all of its connections busy holds up itself alone', async () => {
  const { database } = server.context.service
  const token = await server.enterStore('bia', stores.theirs, { type: 1 })
  const held = Promise.withResolvers<void>()
  let begun = 0
  const work = Array.from({ length: 30 }, () =>
    database.write({ stores: [stores.ours] }, async q => {
      begun += 1
      await q.query('SELECT 1')
      await held.promise
    }),
  )
  try {
    await expect.poll(() => begun).toBe(8)
    const list = await server.call(token, 'GET', `/api/grupos/list?lojaId=${stores.theirs}`)
    const save = await server.call(token, 'POST', '/api/grupos', { lojaId: stores.theirs, nome: 'Bebidas' })
    expect([list.statusCode, save.statusCode, begun]).toEqual([200, 201, 8])
  } finally {
    held.resolve()
  }
  await Promise.all(work)
  expect(begun).toBe(30)
})
