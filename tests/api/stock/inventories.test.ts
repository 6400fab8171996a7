import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookBalances, recordComposition } from '../../../src/domain/stock/public.ts'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
let other: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
  other = await createSalesStore(shop, 'Outra')
})
afterAll(() => shop?.close())

const as = (...flags: string[]) => shop.as({ userId: 2, stores: [counter.store], flags })
const clerk = () => as('estoque_ver')

interface Inventory {
  readonly id: number
  readonly version: number
  readonly status: string
  readonly contagem_em: string | null
  readonly itens: readonly {
    readonly id: number
    readonly produtoId: number
    readonly quebra_estoque: number | null
    readonly valor_quebra: number | null
  }[]
}

const create = async (quantities: readonly number[]): Promise<Inventory> => {
  const itens = quantities.map((quantidade_estoque, at) => ({ produtoId: counter.products[at], quantidade_estoque }))
  const reply = await clerk()('POST', '/api/inventarios', { lojaId: counter.store, nome: 'Contagem', itens })
  expect(reply.status).toBe(201)
  return reply.body as Inventory
}
const read = async (id: number, ...flags: string[]): Promise<Inventory> =>
  (await as('estoque_ver', ...flags)('GET', `/api/inventarios/${id}?lojaId=${counter.store}`)).body as Inventory
const finalise = (inventarioId: number, contagem_em: unknown = '2026-03-01T12:00:00.000Z', lojaId = counter.store) =>
  clerk()('POST', '/api/inventarios/finaliza', { lojaId, inventarioId, contagem_em })

test('a finalised count sets balances, freezes the difference to the books, and is changed no more', async () => {
  const first = await create([10, 4.125])
  expect(first.status).toBe('ABERTO')
  expect(await finalise(first.id, '2026-02-01T12:00:00.000Z')).toMatchObject({ status: 200, body: { id: first.id, itens: 2 } })
  const second = await create([7.5, 5])
  await finalise(second.id)
  const ended = await read(second.id, 'custos_ver')
  expect(ended).toMatchObject({ status: 'FINALIZADO', contagem_em: '2026-03-01T12:00:00.000Z' })
  expect(ended.itens.map(row => row.quebra_estoque)).toEqual([-2.5, 0.875])
  // At the cost of that moment: 10.1234 and 2.5 each. What it costs later changes nothing.
  expect(ended.itens.map(row => row.valor_quebra)).toEqual([-25.31, 2.19])
  expect(ended).toMatchObject({ total_quebra: -23.12 })
  // A value by its quantity is a cost: who may not see costs counts all the same.
  const counted = await read(second.id)
  expect(JSON.stringify(counted)).not.toMatch(/total_quebra|valor_quebra|25\.31/)
  expect(counted.itens.map(row => row.quebra_estoque)).toEqual([-2.5, 0.875])
  const [one = 0, two = 0] = counter.products
  const found = await shop.database.read({ stores: [counter.store] }, q =>
    bookBalances(q, counter.store, [one, two], '2026-03-02T00:00:00.000Z'),
  )
  expect(found.map(({ balance }) => Number(balance))).toEqual([7.5, 5])
  const change = await clerk()('PATCH', `/api/inventarios/${second.id}`, { lojaId: counter.store, nome: 'Outro' })
  expect(change).toMatchObject({ status: 422, body: { error: { message: expect.stringMatching(/foi finalizado/) } } })
  const remove = await clerk()('DELETE', '/api/inventarios/del', { lojaId: counter.store, id: second.id })
  expect(remove.status).toBe(422)
})

test('a product that is made of others is not counted: the refusal names it, and the count stays open', async () => {
  const [made = 0, part = 0] = counter.products
  const { id } = await create([1, 2])
  const compose = (items: Parameters<typeof recordComposition>[1]['items'], moment: string) =>
    shop.database.write({ stores: [counter.store] }, q =>
      recordComposition(q, { lojaId: counter.store, produtoId: made, kind: 'ficha', moment, items }),
    )
  await compose([{ produtoId: part, quantity: 2 }], '2026-05-01T00:00:00.000Z')
  const [{ nome } = { nome: '' }] = (
    await shop.database.read({ stores: [counter.store] }, q =>
      q.query<{ nome: string }>('SELECT desc_prod AS nome FROM produtos WHERE "lojaId" = $1 AND id = $2', [counter.store, made]),
    )
  ).rows
  expect(await finalise(id, '2026-05-02T12:00:00.000Z')).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'inventory.composed',
        message: expect.stringContaining(`Retire do inventário: ${nome}.`),
        details: [{ path: 'itens.0.produtoId', code: 'inventory.composed-line' }],
      },
    },
  })
  expect((await read(id)).status).toBe('ABERTO')
  expect((await finalise(id, '2026-04-30T12:00:00.000Z')).status).toBe(200)
  await compose([], '2026-05-03T00:00:00.000Z')
})

test('what is kept by the server is not taken from a body', async () => {
  const { id } = await create([1])
  await clerk()('PATCH', `/api/inventarios/${id}`, {
    lojaId: counter.store,
    contagem_em: '2026-01-01T00:00:00.000Z',
    status: 'FINALIZADO',
  })
  expect(await read(id)).toMatchObject({ status: 'ABERTO', contagem_em: null })
})

test('of two who finalise at once one wins, and the other is told', async () => {
  const { id } = await create([3])
  const replies = await Promise.all([finalise(id, '2026-04-01T12:00:00.000Z'), finalise(id, '2026-04-01T12:00:01.000Z')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  const told = replies.find(({ status }) => status === 400)
  expect(told?.body).toMatchObject({
    error: { message: expect.stringMatching(/^Este inventário já foi finalizado em 01\/04\/2026 09:00/) },
  })
})

test('the same call again changes nothing', async () => {
  const { id } = await create([3])
  const before = await finalise(id)
  expect(before.status).toBe(200)
  const { version } = await read(id)
  expect(await finalise(id)).toEqual(before)
  expect((await read(id)).version).toBe(version)
})

test('gates, stores and bad input', async () => {
  const { id } = await create([3])
  const body = { lojaId: counter.store, inventarioId: id, contagem_em: '2026-03-01T12:00:00.000Z' }
  expect((await as('cardapio_ver')('POST', '/api/inventarios/finaliza', body)).status).toBe(403)
  const stranger = shop.as({ userId: 3, stores: [other.store], flags: ['estoque_ver'] })
  expect((await stranger('POST', '/api/inventarios/finaliza', { ...body, lojaId: other.store })).status).toBe(404)
  expect((await stranger('POST', '/api/inventarios/finaliza', body)).status).toBe(403)
  expect((await finalise(id + 10_000)).status).toBe(404)
  expect((await finalise(id, 'amanhã')).status).toBe(422)
  expect(await finalise(id, '2999-01-01T00:00:00.000Z')).toMatchObject({
    status: 422,
    body: { error: { details: [{ path: 'contagem_em', code: 'inventory.moment-future' }] } },
  })
  const empty = await create([])
  expect(await finalise(empty.id)).toMatchObject({ status: 400, body: { error: { code: 'inventory.empty' } } })
  expect((await read(id)).status).toBe('ABERTO')
  for (const quantidade_estoque of [-1, 10_000.5, 1.2345, 'muito'])
    expect(
      (
        await clerk()('POST', '/api/inventarios', {
          lojaId: counter.store,
          nome: 'x',
          itens: [{ produtoId: counter.products[0], quantidade_estoque }],
        })
      ).status,
    ).toBe(422)
})
