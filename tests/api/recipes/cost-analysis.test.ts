import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
let other: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
  other = await createSalesStore(shop, 'Outra')
  for (const at of [0, 1]) await cook()('POST', '/api/ficha_tecnicas/save', sheetOf(at))
})
afterAll(() => shop?.close())
beforeEach(async () => {
  await put(product(0), 8, 20)
  await put(product(1), 4, 5)
  await put(product(3), 2.5, 4)
})

const cook = (...flags: string[]) =>
  shop.as({
    userId: 2,
    stores: [counter.store],
    flags: ['cardapio_ver', 'cardapio_criar', 'cardapio_editar', 'custos_ver', ...flags],
  })
const product = (at: number): number => counter.products[at] ?? 0
/** Both are made of four of the last product: they cost 10. */
const sheetOf = (at: number) => ({
  lojaId: counter.store,
  produtoId: product(at),
  itens: [{ produtoId: product(3), quantidade: 4 }],
})
const put = (id: number, cost: number, price: number): Promise<unknown> =>
  shop.database.system.query('UPDATE produtos SET preco_cst_prod = $3, preco_vnd_prod = $4 WHERE "lojaId" = $1 AND id = $2', [
    counter.store,
    id,
    cost,
    price,
  ])
const analysis = async () => (await cook()('GET', `/api/ficha_tecnicas/analiseCusto?lojaId=${counter.store}`)).body
const update = (produtos: unknown) =>
  cook()('POST', '/api/ficha_tecnicas/analiseCustoAtualizaPreco', { lojaId: counter.store, produtos })
const pricesOf = async (...ids: number[]) => {
  const { rows } = await shop.database.system.query<{ cost: string; price: string }>(
    'SELECT preco_cst_prod AS cost, preco_vnd_prod AS price FROM produtos WHERE "lojaId" = $1 AND id = ANY ($2) ORDER BY id',
    [counter.store, ids],
  )
  return rows.map(({ cost, price }) => [Number(cost), Number(price)])
}

test('products whose recipe changed its cost, with their margins', async () => {
  expect(await analysis()).toMatchObject([
    {
      id: product(0),
      preco_cst_prod: 8,
      preco_vnd_prod: 20,
      margem_atual: 150,
      custo: 10,
      mudaPreco: false,
      margem: 100,
      venda: 20,
    },
    { id: product(1), preco_cst_prod: 4, margem_atual: 25, custo: 10, margem: -50, venda: 5 },
  ])
})

test('a recipe of a recipe costs what that one costs by now, before anybody updates it', async () => {
  const saved = await cook()('POST', '/api/ficha_tecnicas/save', {
    lojaId: counter.store,
    produtoId: product(2),
    itens: [{ produtoId: product(0), quantidade: 2 }],
  })
  await put(product(2), 16, 30)
  // Twice 10, not twice the 8 that the record of the ingredient still says.
  expect(await analysis()).toContainEqual(expect.objectContaining({ id: product(2), preco_cst_prod: 16, custo: 20 }))
  const { id } = saved.body as { id: number }
  expect((await cook('cardapio_excluir')('DELETE', `/api/ficha_tecnicas/${id}?lojaId=${counter.store}`)).status).toBeLessThan(300)
})

test('what is sent gets the cost of its recipe and its price, and leaves the analysis', async () => {
  expect(await update([{ id: product(0), margem: 150, venda: 25 }])).toMatchObject({ status: 200, body: { alterados: 1 } })
  expect(await pricesOf(product(0), product(1))).toEqual([
    [10, 25],
    [4, 5],
  ])
  expect(await analysis()).toMatchObject([{ id: product(1) }])
})

test('all of it or nothing, and told by place', async () => {
  const refused = await update([
    { id: product(0), margem: 150, venda: 25 },
    { id: product(2), margem: 150, venda: 25 },
  ])
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { details: [{ path: 'produtos.1.id', code: 'recipe.none' }] } },
  })
  for (const produtos of [
    [],
    [{ id: product(0) }],
    // Null is no price of nought.
    [{ id: product(0), margem: 150, venda: null }],
    [{ id: product(0), margem: null, venda: 25 }],
    [{ id: product(0), venda: 25 }],
    [{ id: product(0), margem: 150, venda: -1 }],
    [{ id: product(0), margem: 150, venda: 'x' }],
    'x',
  ])
    expect((await update(produtos)).status).toBe(422)
  const twice = await update([
    { id: product(0), margem: 150, venda: 25 },
    { id: product(0), margem: 150, venda: 26 },
  ])
  expect(twice.status).toBe(422)
  expect(await pricesOf(product(0))).toEqual([[8, 20]])
})

test('gates and stores', async () => {
  const seeing = shop.as({ userId: 2, stores: [counter.store], flags: ['cardapio_ver'] })
  expect((await seeing('GET', `/api/ficha_tecnicas/analiseCusto?lojaId=${counter.store}`)).status).toBe(403)
  const body = { lojaId: counter.store, produtos: [{ id: product(0), margem: 150, venda: 1 }] }
  expect((await seeing('POST', '/api/ficha_tecnicas/analiseCustoAtualizaPreco', body)).status).toBe(403)
  const stranger = shop.as({ userId: 3, stores: [other.store], flags: ['cardapio_ver', 'cardapio_editar', 'custos_ver'] })
  expect((await stranger('GET', `/api/ficha_tecnicas/analiseCusto?lojaId=${other.store}`)).body).toEqual([])
  const foreign = { ...body, lojaId: other.store }
  expect((await stranger('POST', '/api/ficha_tecnicas/analiseCustoAtualizaPreco', foreign)).status).toBe(422)
  expect((await stranger('POST', '/api/ficha_tecnicas/analiseCustoAtualizaPreco', body)).status).toBe(403)
})
