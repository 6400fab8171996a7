import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../fixedSeed.ts'
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

const all = ['cardapio_ver', 'cardapio_criar', 'cardapio_editar', 'cardapio_excluir', 'custos_ver']
const as = (...flags: string[]) => shop.as({ userId: 2, stores: [counter.store], flags })
const cook = () => as(...all)
const product = (at: number): number => counter.products[at] ?? 0

interface Item {
  readonly produtoId: number
  readonly quantidade: number
}
interface Sheet {
  readonly id: number
  readonly total_custo: number
  readonly itens: readonly (Item & {
    readonly tam_emb_prod: number
    readonly estoque: number
    readonly total: number
    readonly porcentagem: number
  })[]
}

const put = (id: number, cost: number, pack: string): Promise<unknown> =>
  shop.database.system.query('UPDATE produtos SET preco_cst_prod = $3, tam_emb_prod = $4 WHERE "lojaId" = $1 AND id = $2', [
    counter.store,
    id,
    cost,
    pack,
  ])
const save = (produtoId: number, itens: readonly Item[], id?: number) =>
  cook()('POST', '/api/ficha_tecnicas/save', { lojaId: counter.store, produtoId, itens, ...(id === undefined ? {} : { id }) })
const remove = (id: number) => cook()('DELETE', '/api/ficha_tecnicas/del', { lojaId: counter.store, id })

test('stock used, totals and shares are those of exact decimals', async () => {
  const cost = fc.integer({ min: 0, max: 999_999 }).map(cents => cents / 100)
  const quantity = fc.integer({ min: 1, max: 999_999 }).map(thousandths => thousandths / 1000)
  const packs = fc.constantFrom('1', '', 'kg', '0', '-2', '0,5', '1.000', '12', '3', '7,25', '500 g', '6x2,5L', '1.000ml')
  const sizes: Record<string, number> = {
    '0,5': 0.5,
    '1.000': 1000,
    '12': 12,
    '3': 3,
    '7,25': 7.25,
    '500 g': 500,
    '6x2,5L': 15,
    '1.000ml': 1000,
  }
  Decimal.set({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cost, quantity, packs), { minLength: 1, maxLength: 3 }), async lines => {
      for (const [at, [price, , pack]] of lines.entries()) await put(product(at + 1), price, pack)
      const reply = await save(
        product(0),
        lines.map(([, quantidade], at) => ({ produtoId: product(at + 1), quantidade })),
      )
      expect(reply).toMatchObject({ status: 201 })
      const sheet = reply.body as Sheet
      const used = lines.map(([, amount, pack]) => new Decimal(amount).div(sizes[pack] ?? 1).toDecimalPlaces(4))
      const totals = lines.map(([price, amount, pack]) =>
        new Decimal(amount)
          .mul(price)
          .div(sizes[pack] ?? 1)
          .toDecimalPlaces(4),
      )
      const whole = Decimal.sum(...totals).toDecimalPlaces(2)
      expect(sheet.itens.map(row => row.estoque)).toEqual(used.map(Number))
      expect(sheet.itens.map(row => row.total)).toEqual(totals.map(Number))
      expect(sheet.total_custo).toBe(whole.toNumber())
      const share = (total: Decimal): number => (whole.isZero() ? 0 : total.mul(100).div(whole).toDecimalPlaces(0).toNumber())
      expect(sheet.itens.map(row => row.porcentagem)).toEqual(totals.map(share))
      await remove(sheet.id)
    }),
    { numRuns: 25 },
  )
})

test('the analysis of costs has what the sheet has, whatever half a cent comes to', async () => {
  for (const [cost, quantidade, pack, total] of [
    [0.05, 0.5, '1', 0.02],
    [0.07, 0.5, '1', 0.04],
    // A third of the package: no third of the cost.
    [3, 0.005, '3', 0],
    [3, 0.015, '3', 0.02],
  ] as const) {
    await put(product(1), cost, pack)
    const { body } = await save(product(0), [{ produtoId: product(1), quantidade }])
    const { id, total_custo } = body as Sheet
    const analysis = async (says: number) => {
      await put(product(0), says, '1')
      return (await cook()('GET', `/api/ficha_tecnicas/analiseCusto?lojaId=${counter.store}`)).body
    }
    expect([total_custo, await analysis(total_custo), await analysis(total_custo + 1)]).toMatchObject([
      total,
      [],
      [{ id: product(0), custo: total }],
    ])
    await remove(id)
  }
})

test('a pinch of a large package costs and takes what it does, however little that is of the package', async () => {
  await put(product(1), 900, '20 kg')
  await put(product(2), 900, '20.000 g')
  const { body } = await save(product(0), [
    { produtoId: product(1), quantidade: 0.5 },
    { produtoId: product(2), quantidade: 0.5 },
  ])
  const { id, total_custo, itens } = body as Sheet
  expect(itens.map(({ tam_emb_prod, total }) => [tam_emb_prod, total])).toEqual([
    [20, 22.5],
    [20000, 0.0225],
  ])
  expect(total_custo).toBe(22.52)
  const { rows } = await shop.database.system.query<{ quantidade: string }>(
    'SELECT quantidade::text FROM estoque.expansoes WHERE "lojaId" = $1 AND "produtoId" = $2 ORDER BY quantidade',
    [counter.store, product(0)],
  )
  expect(rows.map(({ quantidade }) => Number(quantidade))).toEqual(expect.arrayContaining([0.000025, 0.025]))
  await remove(id)
})

test('what is weighed in grams of a package in kilos counts as what it is, and one that cannot be converted is refused', async () => {
  await put(product(1), 40, '5 kg')
  await put(product(2), 12, '750 ml')
  const items = (unidade: string | null) => [
    { produtoId: product(1), quantidade: 250, unidade: 'g' },
    { produtoId: product(2), quantidade: 0.03, unidade },
  ]
  const { body } = await save(product(0), items('l'))
  const { id, total_custo, itens } = body as Sheet
  expect(itens.map(({ total }) => total)).toEqual([2, 0.48])
  expect(total_custo).toBe(2.48)
  const { rows } = await shop.database.system.query<{ quantidade: string }>(
    `SELECT quantidade::text FROM estoque.expansoes WHERE "lojaId" = $1 AND "produtoId" = $2 AND ate = 'infinity' ORDER BY quantidade DESC`,
    [counter.store, product(0)],
  )
  expect(rows.slice(0, 2).map(({ quantidade }) => Number(quantidade))).toEqual(expect.arrayContaining([0.05, 0.04]))
  await put(product(0), total_custo, '1')
  expect((await cook()('GET', `/api/ficha_tecnicas/analiseCusto?lojaId=${counter.store}`)).body).toEqual([])
  await remove(id)
  const refused = await save(product(0), items('kg'))
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('itens.1.unidade')])
  await put(product(2), 12, '750')
  expect((await save(product(0), items('ml'))).status).toBe(422)
})

test('a package of another size changes what its recipes cost and take out, and comes back with an undo', async () => {
  await put(product(1), 5, '1 kg')
  await put(product(0), 100, '1')
  const items = [{ produtoId: product(1), quantidade: 200, unidade: 'g' }]
  const { id } = (await save(product(0), items)).body as Sheet
  const buy = (body: object) =>
    as('cardapio_ver', 'cardapio_editar')('PATCH', `/api/produtos/${product(1)}`, { lojaId: counter.store, ...body })
  const told = async () => {
    const [analysis, sheet, taken] = await Promise.all([
      cook()('GET', `/api/ficha_tecnicas/analiseCusto?lojaId=${counter.store}`),
      cook()('GET', `/api/ficha_tecnicas/${id}?lojaId=${counter.store}`),
      shop.database.system.query<{ quantidade: string }>(
        `SELECT quantidade::text FROM estoque.expansoes WHERE "lojaId" = $1 AND "produtoId" = $2 AND ate = 'infinity'`,
        [counter.store, product(0)],
      ),
    ])
    const { total_custo } = sheet.body as Sheet
    const [found] = analysis.body as readonly { readonly custo: number }[]
    return [found?.custo, total_custo, taken.rows.map(({ quantidade }) => Number(quantidade))]
  }
  expect(await told()).toEqual([1, 1, [0.2]])
  await put(product(1), 22, '1 kg')
  expect(await buy({ tam_emb_prod: '5 kg' })).toMatchObject({ status: 200 })
  expect(await told()).toEqual([0.88, 0.88, [0.04]])
  const last = await shop.as({ userId: 2, stores: [counter.store], owner: true })('GET', `/api/atividade?lojaId=${counter.store}`)
  const [{ id: action }] = last.body as readonly [{ readonly id: string }]
  expect(await cook()('POST', `/api/atividade/${action}/desfazer`, { lojaId: counter.store })).toMatchObject({
    body: { recusados: [] },
  })
  expect(await told()).toEqual([4.4, 4.4, [0.2]])
  expect(await buy({ tam_emb_prod: '5 l' })).toMatchObject({
    status: 422,
    body: { error: { details: [{ path: 'tam_emb_prod', code: 'recipe.package-unfit' }] } },
  })
  expect(await told()).toEqual([4.4, 4.4, [0.2]])
  // An amount without a unit was said in the package's own, and stays that much.
  const bare = [{ produtoId: product(2), quantidade: 200 }]
  await put(product(2), 10, '500 g')
  const { id: other } = (await save(product(3), bare)).body as Sheet
  const path = `/api/produtos/${product(2)}`
  const bought = (tam_emb_prod: string) => cook()('PATCH', path, { lojaId: counter.store, tam_emb_prod })
  expect((await bought('1 kg')).status).toBe(200)
  expect((await cook()('GET', `/api/ficha_tecnicas/${other}?lojaId=${counter.store}`)).body).toMatchObject({
    total_custo: 2,
    itens: [{ quantidade: 200, unidade: 'g', estoque: 0.2 }],
  })
  expect((await bought('')).status).toBe(422)
  await remove(other)
  await remove(id)
})

test('nothing is made of itself, directly or through others', async () => {
  const { rows } = await shop.database.system.query<{ name: string }>(
    'SELECT desc_prod AS name FROM produtos WHERE "lojaId" = $1 AND id = ANY ($2) ORDER BY id',
    [counter.store, [product(0), product(1)]],
  )
  expect((await save(product(0), [{ produtoId: product(0), quantidade: 1 }])).status).toBe(422)
  const first = (await save(product(0), [{ produtoId: product(1), quantidade: 1 }])).body as Sheet
  const second = (await save(product(1), [{ produtoId: product(2), quantidade: 1 }])).body as Sheet
  const round = await save(product(2), [
    { produtoId: product(3), quantidade: 1 },
    { produtoId: product(0), quantidade: 1 },
  ])
  expect(round).toMatchObject({
    status: 422,
    body: {
      error: { details: [{ path: 'itens.1.produtoId', code: 'recipe.contains-itself', params: { product: rows[0]?.name } }] },
    },
  })
  const stored = await shop.database.system.query('SELECT 1 FROM ficha_tecnicas WHERE "lojaId" = $1 AND "produtoId" = $2', [
    counter.store,
    product(2),
  ])
  expect(stored.rows).toEqual([])
  const combo = (produtoIdItem: number) => ({ lojaId: counter.store, comboItens: [{ produtoIdItem, preco_item: 1 }] })
  const made = await cook()('POST', '/api/produtoCombos', {
    ...combo(product(0)),
    ...{ cod_prod: '990001', desc_prod: 'Combo da roda', grupoId: counter.groups[0] },
  })
  expect(made).toMatchObject({ status: 201 })
  const { id } = made.body as { readonly id: number }
  const third = (await save(product(3), [{ produtoId: id, quantidade: 1 }])).body as Sheet
  for (const held of [id, product(3)]) {
    const turned = await cook()('PATCH', `/api/produtoCombos/${id}`, combo(held))
    expect(turned).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'comboItens.0.produtoIdItem', code: 'combo.contains-itself' }] } },
    })
  }
  await remove(third.id)
  expect((await cook()('DELETE', '/api/produtoCombos/del', { lojaId: counter.store, id })).status).toBe(200)
  await remove(first.id)
  await remove(second.id)
})

test('gates, stores and bad input', async () => {
  const item = { produtoId: product(1), quantidade: 1 }
  const body = { lojaId: counter.store, produtoId: product(0), itens: [item] }
  const { id } = (await save(product(0), [item])).body as Sheet
  expect((await as('cardapio_ver')('GET', `/api/ficha_tecnicas/${id}?lojaId=${counter.store}`)).status).toBe(200)
  expect((await as('estoque_ver')('GET', `/api/ficha_tecnicas/${id}?lojaId=${counter.store}`)).status).toBe(403)
  expect((await as('cardapio_ver')('POST', '/api/ficha_tecnicas/save', { ...body, id })).status).toBe(403)
  expect((await as('cardapio_ver', 'cardapio_editar')('POST', '/api/ficha_tecnicas/save', body)).status).toBe(403)
  expect(
    (await as('cardapio_ver', 'cardapio_editar')('POST', '/api/ficha_tecnicas/save', { ...body, id, itens: [] })).status,
  ).toBe(200)
  expect((await save(product(0), [item])).status).toBe(422)
  for (const quantidade of [0, -1, 100_000_000, 0.0001, 'x'])
    expect((await save(product(0), [{ produtoId: product(2), quantidade: quantidade as number }], id)).status).toBe(422)
  const stranger = shop.as({ userId: 3, stores: [other.store], flags: all })
  expect((await stranger('GET', `/api/ficha_tecnicas/${id}?lojaId=${other.store}`)).status).toBe(404)
  const foreign = { lojaId: other.store, produtoId: other.products[0], itens: [item] }
  expect((await stranger('POST', '/api/ficha_tecnicas/save', foreign)).status).toBe(422)
  await remove(id)
})
