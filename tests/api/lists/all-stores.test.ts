import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../../src/domain/demo/loadDemo.ts'
import { openShop, type Shop, type TestCaller } from '../fixtures/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
  await loadDemo(shop.service, new Date('2026-11-20T12:00:00Z'))
}, 90_000)

afterAll(() => shop?.close())

const admin: TestCaller = { userId: 1, stores: [1, 2, 3], admin: true }

const list = async (register: string, where: object, who = admin) => {
  const filter = encodeURIComponent(JSON.stringify({ where, limit: 9999 }))
  const { status, body, count } = await shop.as(who)('GET', `/api/${register}/list?lojaId=1&filter=${filter}`)
  return { status, count, stores: new Set(status === 200 ? (body as { lojaId: number }[]).map(one => one.lojaId) : []) }
}

test('the administrator sees the orders of all stores, whichever is chosen, and filters them by store', async () => {
  const all = await list('AppPedidos', {})
  expect(all.stores).toEqual(new Set([1, 2]))
  const second = await list('AppPedidos', { lojaId: 2 })
  expect(second.stores).toEqual(new Set([2]))
  const first = await list('AppPedidos', { lojaId: 1 })
  expect([first.count, second.count]).not.toContain(0)
  expect((first.count ?? 0) + (second.count ?? 0)).toBe(all.count)
})

test("an order of another store opens with its lines, and no other register's rows of that store do", async () => {
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 2 }, limit: 1 }))
  const [order] = (await shop.as(admin)('GET', `/api/AppPedidos/list?lojaId=1&filter=${filter}`)).body as { id: number }[]
  const opened = await shop.as(admin)('GET', `/api/AppPedidos/${order?.id}?lojaId=1`)
  expect(opened).toMatchObject({ status: 200, body: { lojaId: 2 } })
  expect((opened.body as { items: unknown[] }).items.length).toBeGreaterThan(0)
  expect((await list('produtos', {})).stores).toEqual(new Set([1]))
})

test('a page of the orders of all stores is read from an index, whichever way it is sorted', async () => {
  for (const order of ['id DESC', '"createdAt" DESC, id DESC']) {
    const { rows } = await shop.database.write('all', async q => {
      // A demo's orders are few enough to be read at once; those of thousands of stores are not.
      await q.query('SET LOCAL enable_seqscan = off')
      return q.query<Record<string, string>>(`EXPLAIN SELECT * FROM "AppPedidos" ORDER BY ${order} LIMIT 10`)
    })
    const plan = rows.map(row => Object.values(row).join('')).join('\n')
    expect(plan).toMatch(/Index Scan/)
    expect(plan).not.toMatch(/Sort Key: (?!remote_scan)/)
  }
})

test('an owner sees none of it', async () => {
  expect((await list('AppPedidos', {}, { userId: 2, stores: [1], owner: true })).status).toBe(403)
})

test('answers of the survey are filtered by store, whichever is chosen', async () => {
  await shop.database.asOwner(q =>
    q.query(`INSERT INTO "Nps" ("userId", "lojaId", score) SELECT 1, 1 + n % 2, 9 FROM generate_series(1, 5) n`),
  )
  expect(await list('Nps', { lojaId: 2 })).toMatchObject({ status: 200, count: 3, stores: new Set([2]) })
  expect(await list('Nps', { lojaId: 1 })).toMatchObject({ status: 200, count: 2, stores: new Set([1]) })
})
