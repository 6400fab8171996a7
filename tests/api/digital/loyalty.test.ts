import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DigitalShop, openDigitalShop } from './digitalShop.ts'

let shop: DigitalShop
let person: number

const HOUR = 3_600_000
const uuid = 'pessoa-1'

beforeAll(async () => {
  shop = await openDigitalShop()
  const { rows } = await shop.server.context.database.system.query(
    `INSERT INTO "AppUsers" ("lojaId", uuid, nome, telefone) VALUES ($1, $2, 'Ana', '11987654321') RETURNING id`,
    [shop.store, uuid],
  )
  person = Number(rows[0]?.id)
})
afterAll(() => shop?.close())

const order = (hoursAgo: number, total: number, more: Readonly<Record<string, unknown>> = {}) => {
  const values = {
    ...{ lojaId: shop.store, appUserId: person, mode: 'DELIVERY', confirmed: true, canceled: false, fidelityDiscount: 0 },
    ...{ createdAt: new Date(Date.now() - hoursAgo * HOUR).toISOString(), totalDisplay: total, ...more },
  }
  const names = Object.keys(values)
  return shop.server.context.database.system.query(
    `INSERT INTO "AppPedidos" (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(values),
  )
}
const points = (asked: object = {}, token = shop.tokens.dona) =>
  shop.said('POST', 'Apps/user/points', { lojaId: shop.store, appUserId: person, uuid, ...asked }, token)
const counted = async (): Promise<number[]> => {
  const reply = await shop.ask('POST', 'Apps/user/points', { lojaId: shop.store, appUserId: person, uuid })
  return (reply.pedidosValidos as { totalDisplay: number }[]).map(({ totalDisplay }) => totalDisplay)
}

test('the programme: defaults, limits, one a store', async () => {
  const save = (record: object) => shop.said('POST', 'AppFidelidades/save', { lojaId: shop.store, ...record })
  expect(await points()).toEqual([400, 'Esta loja não tem um programa de fidelidade ativado'])
  const made = await shop.ask('POST', 'AppFidelidades/save', { lojaId: shop.store, descricao: 'Ganhe' })
  expect(made).toMatchObject({
    ...{
      ativo: true,
      quantidade_pedidos: 10,
      prazo_dias: 30,
      pedido_valor_minimo: 15,
      pedido_intervalo_horas: 1,
      valor_desconto: 1,
    },
  })
  // A second save without a key changes the one that is there.
  const again = await shop.ask('POST', 'AppFidelidades/save', {
    lojaId: shop.store,
    descricao: 'Ganhe mais',
    quantidade_pedidos: 12,
  })
  expect(again).toMatchObject({ id: made.id, descricao: 'Ganhe mais', quantidade_pedidos: 12, valor_desconto: 1 })
  expect(await shop.ask('GET', `AppFidelidades?lojaId=${shop.store}`)).toHaveLength(1)
  expect(
    (await shop.said('POST', 'AppFidelidades/save', { lojaId: shop.other, descricao: 'Da outra' }, shop.tokens.outra))[0],
  ).toBe(201)
  expect((await save({ id: made.id, version: again.version, descricao: '' }))[0]).toBe(422)
  expect((await save({ id: made.id, version: again.version, descricao: 'x'.repeat(101) }))[0]).toBe(422)
  for (const name of ['quantidade_pedidos', 'prazo_dias', 'pedido_valor_minimo', 'pedido_intervalo_horas', 'valor_desconto'])
    expect((await save({ id: made.id, version: again.version, [name]: 0 }))[0]).toBe(422)
})

test('points are the orders that count, until a discount uses them up', async () => {
  await order(50, 20)
  await order(49.5, 30)
  await order(48, 14.99)
  await order(47, 15)
  await order(46, 40, { canceled: true })
  await order(45, 40, { confirmed: false })
  await order(31 * 24, 99)
  expect(await counted()).toEqual([20, 15])
  await order(10, 25, { fidelityDiscount: 1 })
  expect(await counted()).toEqual([])
  await order(2, 60.5)
  expect(await counted()).toEqual([60.5])
})

test('a wrong key, another store, a closed gate', async () => {
  expect((await points({ uuid: 'outra' }))[0]).toBe(404)
  expect((await points({ uuid: undefined }))[0]).toBe(422)
  expect((await points({}, shop.tokens.cozinha))[0]).toBe(403)
  expect((await points({}, shop.tokens.outra))[0]).toBe(403)
  expect((await points({ lojaId: shop.other }, shop.tokens.outra))[0]).toBe(404)
})

test('people of the app and their orders are seen in their store alone, and written by nobody', async () => {
  const list = async (register: string, token: string, lojaId: number) =>
    (await shop.ask('GET', `${register}?filter=${JSON.stringify({ where: { lojaId } })}`, undefined, token)) as unknown as Record<
      string,
      unknown
    >[]
  expect(await list('AppUsers', shop.tokens.dona, shop.store)).toMatchObject([{ nome: 'Ana', uuid }])
  expect(await list('AppUsers', shop.tokens.outra, shop.other)).toEqual([])
  const orders = await list('AppPedido_loja', shop.tokens.dona, shop.store)
  expect(orders).toHaveLength(9)
  expect(orders[0]).not.toHaveProperty('deliveryStreetName')
  expect((await shop.said('POST', 'AppUsers/save', { lojaId: shop.store, nome: 'Bia' }))[0]).toBe(403)
  expect((await shop.said('GET', `AppEventos?filter=${JSON.stringify({ where: { lojaId: shop.store } })}`))[0]).toBe(403)
})

test('the platform sees an order with its events and its payments online', async () => {
  const q = shop.server.context.database.system
  const { rows } = await q.query(`SELECT min(id) AS id FROM "AppPedidos"`)
  const id = Number(rows[0]?.id)
  await q.query(`INSERT INTO "AppEventos" ("lojaId", "appPedidoId", code, ack) VALUES ($1, $2, 'PLACED', true)`, [shop.store, id])
  await q.query(
    `INSERT INTO "AppPedidos_pagamentos" ("lojaId", "AppPedidosId", "mpId", status, origin, tipo, "requestJson") VALUES ($1, $2, '99', 'approved', 'APP', 'PIX', '{"a":1}')`,
    [shop.store, id],
  )
  const seen = await shop.ask('GET', `AppPedidos/${id}?lojaId=${shop.store}`, undefined, shop.tokens.plataforma)
  expect(seen.events).toMatchObject([{ code: 'PLACED', ack: true, createdAt: expect.stringMatching(/Z$/) }])
  expect(seen.pagamentos).toMatchObject([{ mpId: '99', status: 'approved', origin: 'APP', tipo: 'PIX', requestJson: '{"a":1}' }])
})

test('the customers of a busy store are all told, not only those that ordered last', async () => {
  await shop.server.context.database.system.query(
    `INSERT INTO "AppUsers" ("lojaId", uuid, nome) SELECT $1, 'cheia-' || n, 'Cliente ' || n FROM generate_series(1, 1001) n`,
    [shop.other],
  )
  const filter = encodeURIComponent('{"order":"nome DESC","limit":20}')
  const page = await shop.server.call(
    shop.tokens.outra,
    'GET',
    `/api/relatorio/fidelidade/clientes?lojaId=${shop.other}&part=array&filter=${filter}`,
  )
  expect([page.statusCode, page.headers['content-count']]).toEqual([200, '1001'])
})
