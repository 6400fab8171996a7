import { afterAll, beforeAll, expect, test } from 'vitest'
import { readForCall } from '../../../src/server/query/readForCall.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Limits of what one call may ask of the database: so many conditions, so long, and only for one who waits for the answer. */

let server: TestServer
let store: number
let token: string
beforeAll(async () => {
  server = await openServer()
  store = await server.addStore('Padaria')
  token = await server.enterStore('ana', store, { type: 1 })
})
afterAll(() => server?.close())

const conditions = (count: number) => Array.from({ length: count }, (_, n) => ({ nome: { like: `a%${n}` } }))
const listed = (where: object) =>
  server.call(token, 'GET', `/api/grupos/list?lojaId=${store}&filter=${encodeURIComponent(JSON.stringify({ where }))}`)

test('a filter has 200 conditions at most, however they are written; the values of a list are one', async () => {
  const many = [
    { or: conditions(201) },
    { and: [{ or: conditions(101) }, { or: conditions(100) }] },
    { or: Array.from({ length: 201 }, () => ({})) },
    { or: Array.from({ length: 101 }, () => ({ id: { gt: 1, lt: 9 } })) },
  ]
  for (const where of many) {
    const reply = await listed(where)
    expect([reply.statusCode, reply.json().error]).toEqual([
      400,
      expect.objectContaining({
        code: 'filter-too-many',
        message: "O filtro tem mais de 200 condições. Use 'inq' para vários valores de um campo.",
      }),
    ])
  }
  const body = { lojaId: store, campo: 'nome', registros: { where: { or: conditions(201) } } }
  expect((await server.call(token, 'POST', '/api/grupos/valores', body)).json().error.code).toBe('filter-too-many')
  expect((await listed({ or: conditions(200) })).statusCode).toBe(200)
  expect((await listed({ id: { inq: Array.from({ length: 900 }, (_, n) => n) } })).statusCode).toBe(200)
})

/** Reads of sleeping statements that go on in the database. */
const sleeping = async () =>
  (
    await server.context.database.system.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'`,
    )
  ).rowCount

test('a read that takes too long is ended in the database, and told; its connection is nobody’s any more', async () => {
  const { service } = server.context
  const gone = new EventTarget()
  const raw = { once: (name: string, heard: () => void) => gone.addEventListener(name, heard), writableFinished: false }
  const asked = { service, request: { raw: {} }, reply: { raw } } as unknown as Parameters<typeof readForCall>[0]
  const sleep = (timeout?: number) => readForCall(asked, { stores: [store] }, q => q.query('SELECT pg_sleep(600)'), timeout)
  await expect(sleep(50)).rejects.toMatchObject({ statusCode: 422, code: 'read-too-long' })
  expect(await sleeping()).toBe(0)
  const left = sleep()
  await expect.poll(sleeping).toBe(1)
  gone.dispatchEvent(new Event('close'))
  await expect(left).rejects.toMatchObject({ statusCode: 499 })
  expect(await sleeping()).toBe(0)
  expect((await listed({})).statusCode).toBe(200)
})
