import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordComposition, recordStockCount, recordStockEntries } from '../../../src/domain/stock/public.ts'
import { createSalesStore, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
let dish: number
let juice: number
let coffee: number
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop, 'Contada')
  ;[dish = 0, juice = 0, coffee = 0] = counter.products
  await shop.database.system.query(
    `UPDATE produtos SET qtd_min_prod = 5, validade = '2001-01-01' WHERE "lojaId" = $1 AND id = $2`,
    [counter.store, juice],
  )
  await shop.database.write({ stores: [counter.store] }, async q => {
    await recordStockCount(q, {
      lojaId: counter.store,
      source: { register: 'inventarios', id: 1 },
      moment: '2026-03-01T12:00:00Z',
      lines: [
        { produtoId: dish, quantity: 1 },
        { produtoId: juice, quantity: 3.5 },
      ],
    })
    await recordStockEntries(q, [
      {
        lojaId: counter.store,
        produtoId: juice,
        moment: '2026-03-05T12:00:00Z',
        quantity: 2,
        cost: 2.5,
        reason: 'compra',
        source: { register: 'pedidos', id: 1 },
      },
    ])
  })
  await owner('POST', '/api/Movimentos/lote', { lojaId: counter.store, movimentos: [saleOf(counter, { chave: 'um' })] })
})
afterAll(() => shop?.close())

const owner = (...call: Parameters<ReturnType<Shop['as']>>) =>
  shop.as({ userId: 2, stores: [counter.store], flags: ['caixa_operar', 'estoque_ver', 'custos_ver'] })(...call)

const list = (filter: Record<string, unknown> = {}, path = 'Estoque/list') =>
  owner('GET', `/api/${path}?filter=${encodeURIComponent(JSON.stringify({ lojaId: counter.store, ...filter }))}`)

const rowsOf = async (filter: Record<string, unknown> = {}) =>
  (await list(filter)).body as unknown as { id: number; saldo: number; custo_total: number; dias: number | null }[]

describe('GET Estoque/list', () => {
  test('tells the products that are counted, with balance, cost and validity', async () => {
    const reply = await list({ order: 'saldo DESC' })
    expect(reply.status).toBe(200)
    expect(reply.count).toBe(2)
    expect(reply.body).toMatchObject([
      {
        id: juice,
        lojaId: counter.store,
        cod_prod: '2',
        saldo: 4.5,
        qtd_min_prod: 5,
        custo_total: 11.25,
        validade: '2001-01-01',
      },
      { id: dish, saldo: -1, qtd_min_prod: 0, validade: null, dias: null },
    ])
  })

  test('tells any past moment', async () => {
    expect(await rowsOf({ createdBefore: '2026-03-01T11:59:59Z' })).toEqual([])
    expect(await rowsOf({ createdBefore: '2026-03-02T00:00:00Z', order: 'id' })).toMatchObject([{ saldo: 1 }, { saldo: 3.5 }])
    expect(await rowsOf({ createdBefore: '2026-03-06T00:00:00Z', id: juice })).toMatchObject([{ saldo: 5.5 }])
  })

  test('is narrowed by states and groups, and comes in pages', async () => {
    const ids = async (filter: Record<string, unknown>) => (await rowsOf({ order: 'id', ...filter })).map(({ id }) => id)
    expect(await ids({ state: 'EM_FALTA' })).toEqual([dish])
    expect(await ids({ state: ['MINIMO', 'ACIMA'] })).toEqual([juice])
    expect(await ids({ state: ['EM_FALTA', 'VENCIDO'] })).toEqual([dish, juice])
    expect(await ids({ state: 'COM_VALIDADE' })).toEqual([juice])
    expect(await ids({ groups: [counter.groups[0]] })).toEqual([dish])
    const second = await list({ order: 'id', limit: 1, skip: 1 })
    expect(second.count).toBe(2)
    expect(second.body).toMatchObject([{ id: juice }])
    expect((await list({ skip: 9 })).count).toBe(2)
  })

  test('says what of a filter it cannot read', async () => {
    for (const [filter, word] of [
      [{ createdBefore: 'ontem' }, 'createdBefore'],
      [{ state: 'NOVO' }, 'state'],
      [{ groups: ['x'] }, 'groups'],
      [{ order: 'saldo; drop' }, 'order'],
      [{ limit: -1 }, 'limit'],
    ] as const)
      expect((await list(filter)).body).toMatchObject({
        error: { code: 'filter-part-invalid', message: expect.stringContaining(word) },
      })
    expect((await list({ cor: 1 })).status).toBe(400)
    expect((await owner('GET', `/api/Estoque/list?lojaId=${counter.store}&filter={`)).body).toMatchObject({
      error: { code: 'filter-invalid' },
    })
  })

  test('is for who may see the stock, of own stores', async () => {
    const path = `/api/Estoque/list?lojaId=${counter.store}`
    expect((await shop.as({ userId: 3, stores: [counter.store], flags: ['pdv_relatorios'] })('GET', path)).status).toBe(403)
    const other = await createSalesStore(shop, 'Alheia')
    expect((await shop.as({ userId: 3, stores: [other.store], flags: ['estoque_ver', 'custos_ver'] })('GET', path)).status).toBe(
      403,
    )
    const named = `/api/Estoque/list?lojaId=${other.store}&filter=${encodeURIComponent(JSON.stringify({ where: { lojaId: counter.store } }))}`
    expect((await shop.as({ userId: 3, stores: [other.store], flags: ['estoque_ver'] })('GET', named)).status).toBe(400)
  })
})

describe('GET Estoque/findInclude', () => {
  test('tells what happened to a product, the last first, with the balance after each', async () => {
    const reply = await list({ where: { id: juice } }, 'Estoque/findInclude')
    expect(reply.body).toMatchObject({
      id: juice,
      saldo: 4.5,
      movimentacao: [
        { desc: 'Vendas', qtd: -1, saldo: 4.5, emFalta: false, minimo: true },
        { data: '2026-03-05T12:00:00.000Z', desc: 'Compra', qtd: 2, saldo: 5.5, minimo: false },
        { data: '2026-03-01T12:00:00.000Z', desc: 'Inventário', qtd: 3.5, saldo: 3.5, minimo: true },
      ],
    })
    const before = await list({ where: { id: dish }, createdBefore: '2026-03-02T00:00:00Z' }, 'Estoque/findInclude')
    expect(before.body).toMatchObject({ saldo: 1, movimentacao: [{ desc: 'Inventário', saldo: 1, emFalta: false }] })
  })

  test('knows no product that is not counted, and asks for one', async () => {
    expect((await list({ where: { id: coffee } }, 'Estoque/findInclude')).status).toBe(404)
    expect((await list({}, 'Estoque/findInclude')).body).toMatchObject({ error: { code: 'filter-part-invalid' } })
  })
})

test('the page of the stock tells the same, with its cards', async () => {
  const reply = await owner('GET', `/api/Relatorio/estoque/saldos?lojaId=${counter.store}&state=MINIMO,EM_FALTA`)
  expect(reply.body).toMatchObject({ valor: 14.55, custo: 1.13, em_estoque: 1, baixo: 1, sem_estoque: 1 })
  await shop.database.system.query(
    `WITH g AS (INSERT INTO grupos ("lojaId", nome) VALUES ($1, 'Bebidas') RETURNING id)
     UPDATE produtos SET "grupoId" = g.id FROM g WHERE "lojaId" = $1 AND produtos.id = $2`,
    [counter.store, juice],
  )
  const named = await owner('GET', `/api/Relatorio/estoque/saldos?lojaId=${counter.store}`)
  expect(named.body).toMatchObject({ array: expect.arrayContaining([expect.objectContaining({ id: juice, grupo: 'Bebidas' })]) })
  const past = await owner(
    'GET',
    `/api/Relatorio/estoque/movimentacao?lojaId=${counter.store}&produtoId=${juice}&createdBefore=2026-03-04`,
  )
  expect(past.body).toMatchObject({ movimentacao: [{ desc: 'Inventário', saldo: 3.5, minimo: true }] })
})

test('a product that is made of others leaves the list, and its ingredients go out', async () => {
  await shop.database.write({ stores: [counter.store] }, q =>
    recordComposition(q, {
      lojaId: counter.store,
      produtoId: dish,
      kind: 'ficha',
      moment: '2026-03-09T00:00:00Z',
      items: [{ produtoId: juice, quantity: '0.25' }],
    }),
  )
  expect(await rowsOf()).toMatchObject([{ id: juice, saldo: 4 }])
  expect(await rowsOf({ createdBefore: '2026-03-08T00:00:00Z' })).toHaveLength(2)
})

test("a combo's items go out from when it is saved, and not itself", async () => {
  const products = shop.as({
    userId: 2,
    stores: [counter.store],
    flags: ['cardapio_ver', 'cardapio_criar', 'cardapio_editar', 'custos_ver'],
  })
  const saved = await products('POST', '/api/produtoCombos', {
    lojaId: counter.store,
    cod_prod: '90',
    desc_prod: 'Dois sucos',
    grupoId: counter.groups[1],
    comboItens: [
      { produtoIdItem: juice, preco_item: 9 },
      { produtoIdItem: juice, preco_item: 9 },
    ],
  })
  expect(saved.status).toBe(201)
  // Items that a change does not name are not in its answer, and stay in the combo.
  const { id } = saved.body as unknown as { id: number }
  const renamed = await products('POST', '/api/produtoCombos/alterarVarios', {
    lojaId: counter.store,
    itens: [{ id, desc_prod: 'Um par de sucos' }],
  })
  expect(renamed).toMatchObject({ status: 200, body: { registros: [{ desc_prod: 'Um par de sucos' }] } })
  expect(renamed.body).not.toHaveProperty('registros.0.comboItens')
  const [before] = await rowsOf({ id: juice })
  const sold = new Date().toISOString()
  await owner('POST', '/api/Movimentos/lote', {
    lojaId: counter.store,
    movimentos: [
      saleOf(counter, {
        chave: 'combo',
        aberto_em: sold,
        fechado_em: null,
        recebido_em: sold,
        servico: false,
        total_servico: 0,
        produtos: [{ produtoId: id, qtd: 1, valor_unitario: 18, valor_bruto: 18 }],
        recebimentos: [{ moedaId: counter.currencies[0], valor: 18 }],
      }),
    ],
  })
  const [after] = await rowsOf({ id: juice })
  expect(after?.saldo).toBe((before?.saldo ?? 0) - 2)
  // Nobody gave the combo a cost: it has that of its items, and not the whole price as profit.
  const line = await shop.database.system.query<{ custo: string }>(
    'SELECT preco_custo::text AS custo FROM "Movimentos_produtos" WHERE "lojaId" = $1 AND "produtoId" = $2',
    [counter.store, id],
  )
  expect(line.rows).toEqual([{ custo: '5.0000' }])
})

test('a past moment has the costs of then, as the page of the stock has', async () => {
  const then = new Date().toISOString()
  const [before] = await rowsOf({ id: juice, createdBefore: then })
  const keeper = shop.as({ userId: 2, stores: [counter.store], flags: ['cardapio_ver', 'cardapio_editar', 'custos_ver'] })
  expect((await keeper('PATCH', `/api/produtos/${juice}`, { lojaId: counter.store, preco_cst_prod: 9.99 })).status).toBe(200)
  const page = await owner('GET', `/api/Relatorio/estoque/saldos?lojaId=${counter.store}&createdBefore=${then}`)
  const [row] = (page.body as unknown as { array: { id: number }[] }).array.filter(({ id }) => id === juice)
  expect(await rowsOf({ id: juice, createdBefore: then })).toMatchObject([
    { preco_cst_prod: 2.5, custo_total: before?.custo_total },
  ])
  expect(row).toMatchObject({ preco_cst_prod: 2.5, custo_total: before?.custo_total })
  expect(await rowsOf({ id: juice })).toMatchObject([{ preco_cst_prod: 9.99 }])
})
