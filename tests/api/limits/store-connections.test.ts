import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Connections to the database are shared fairly: calls of one store, however many and long, leave some for the others. */

let server: TestServer
const stores = { ours: 0, theirs: 0, third: 0 }
beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  stores.third = await server.addStore('Terceira')
})
afterAll(() => server?.close())

const busyIn = (store: number, held: Promise<void>, begins: () => void) =>
  Array.from({ length: 30 }, () =>
    server.context.service.database.write({ stores: [store] }, async q => {
      begins()
      await q.query('SELECT 1')
      await held
    }),
  )

test('two stores that keep all of their connections busy leave one for a third', async () => {
  const token = await server.enterStore('eva', stores.third, { type: 1 })
  const held = Promise.withResolvers<void>()
  const begun = { ours: 0, theirs: 0 }
  const work = [...busyIn(stores.ours, held.promise, () => (begun.ours += 1))]
  try {
    await expect.poll(() => begun.ours).toBe(6)
    work.push(...busyIn(stores.theirs, held.promise, () => (begun.theirs += 1)))
    await expect.poll(() => begun.theirs).toBe(3)
    const list = await server.call(token, 'GET', `/api/grupos/list?lojaId=${stores.third}`)
    expect([list.statusCode, begun]).toEqual([200, { ours: 6, theirs: 3 }])
  } finally {
    held.resolve()
  }
  await Promise.all(work)
  expect(begun).toEqual({ ours: 30, theirs: 30 })
})

test('a store that keeps all of its connections busy holds up itself alone', async () => {
  const token = await server.enterStore('bia', stores.theirs, { type: 1 })
  const held = Promise.withResolvers<void>()
  let begun = 0
  const work = busyIn(stores.ours, held.promise, () => (begun += 1))
  try {
    await expect.poll(() => begun).toBe(6)
    const list = await server.call(token, 'GET', `/api/grupos/list?lojaId=${stores.theirs}`)
    const save = await server.call(token, 'POST', '/api/grupos', { lojaId: stores.theirs, nome: 'Bebidas' })
    expect([list.statusCode, save.statusCode, begun]).toEqual([200, 201, 6])
  } finally {
    held.resolve()
  }
  await Promise.all(work)
  expect(begun).toBe(30)
})
