import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
const stores = { own: 0, other: 0 }
let order: { readonly uuid: string; readonly id: number }

beforeAll(async () => {
  server = await openServer()
  await server.addUser('dona@x.br')
  stores.own = await server.addStore('Cantina')
  stores.other = await server.addStore('Outra')
  await server.tie(1, stores.own, { type: 1, email: 'dona@x.br' })
  const token = await server.enter('dona@x.br')
  const post = async <T>(path: string, body: object): Promise<T> =>
    (await server.call(token, 'POST', `/api/${path}`, { lojaId: stores.own, ...body })).json<T>()
  const q = server.context.database.system
  const put = async (sql: string): Promise<number> => Number((await q.query<{ id: string }>(sql, [stores.own])).rows[0]?.id)
  const parceiroId = await put(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, fornecedor, email1) VALUES ($1, 'Moinho', true, 'moinho@x.br') RETURNING id`,
  )
  const produtoId = await put(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod) VALUES ($1, '10', 'Farinha') RETURNING id`)
  order = await post('pedidos/save', {
    tipo: 'COMPRA',
    parceiroId,
    observacao: 'Entregar cedo',
    total_frete: 5,
    itens: [{ produtoId, quantidade: 2, valor_unitario: 10.5, valor_desconto: 1 }],
    contas: [],
  })
  expect(order).toMatchObject({ uuid: expect.any(String) })
})
afterAll(() => server?.close())

const ask = (query: string) => server.app.inject({ method: 'GET', url: `/api/pedidos/pedidoDetalhes?${query}` })

test('whoever has the link sees the order, and of the partner the name alone', async () => {
  const reply = await ask(`lojaId=${stores.own}&uuid=${order.uuid}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['x-robots-tag']).toContain('noindex')
  const shown = reply.json()
  expect(shown).toMatchObject({
    tipo: 'COMPRA',
    status: 'DIGITACAO',
    observacao: 'Entregar cedo',
    numero: String(order.id),
    data: expect.stringMatching(/^20\d\d-/),
    total_produtos: 21,
    total_descontos: 1,
    total_frete: 5,
    total_pedido: 25,
    loja: { nome_fantasia: 'Cantina' },
    itens: [{ descricao: 'Farinha', quantidade: 2, valor_unitario: 10.5, valor_total: 21, valor_desconto: 1, valor_item: 20 }],
  })
  expect(Object.keys(shown.parceiro).toSorted()).toEqual(['nome_fantasia'])
  expect(reply.body).not.toContain('moinho@x.br')
})

test('a link ends 90 days after the order was last changed, or when its store says, and opens again once it is saved', async () => {
  const q = server.context.database.system
  const link = `lojaId=${stores.own}&uuid=${order.uuid}`
  const age = (days: number) =>
    q.query(`UPDATE pedidos SET "updatedAt" = now() - $2 * interval '1 day' WHERE uuid = $1`, [order.uuid, days])
  await age(89)
  expect((await ask(link)).statusCode).toBe(200)
  await age(91)
  const ended = await ask(link)
  expect([ended.statusCode, ended.json().error.message]).toEqual([410, 'Este link não abre mais. Peça outro a quem o enviou.'])
  expect(ended.body).not.toContain('Farinha')
  const token = await server.enter('dona@x.br')
  const store = (await server.call(token, 'GET', `/api/loja_perfil/${stores.own}?lojaId=${stores.own}`)).json()
  expect(store.pedido_link_dias).toBe(90)
  const set = (days: number, version: number) =>
    server.call(token, 'PATCH', `/api/loja_perfil/${stores.own}`, { lojaId: stores.own, pedido_link_dias: days, version })
  const saved = await set(120, store.version)
  expect(saved.statusCode).toBe(200)
  expect((await ask(link)).statusCode).toBe(200)
  const short = await set(5, saved.json().version)
  expect((await ask(link)).statusCode).toBe(410)
  expect((await set(0, short.json().version)).statusCode).toBe(422)
  // Empty is not endless.
  await q.query('UPDATE lojas SET pedido_link_dias = NULL WHERE id = $1', [stores.own])
  expect((await ask(link)).statusCode).toBe(410)
  const { version } = (await server.call(token, 'GET', `/api/pedidos/${order.id}?lojaId=${stores.own}`)).json()
  const again = await server.call(token, 'PATCH', `/api/pedidos/${order.id}`, {
    lojaId: stores.own,
    observacao: 'Entregar cedo',
    total_frete: 6,
    version,
  })
  expect(again.statusCode).toBe(200)
  expect((await ask(link)).statusCode).toBe(200)
})

test('a key that nobody has and one of another store answer alike', async () => {
  const unknown = await ask(`lojaId=${stores.own}&uuid=00000000-0000-4000-8000-000000000000`)
  const foreign = await ask(`lojaId=${stores.other}&uuid=${order.uuid}`)
  const nonsense = await ask(`lojaId=${stores.own}&uuid=%27%20OR%201`)
  for (const reply of [unknown, foreign, nonsense])
    expect([reply.statusCode, reply.json().error.message]).toEqual([404, 'Pedido não encontrado.'])
  expect((await ask('uuid=x')).statusCode).toBe(422)
})

test('an address may ask 30 times a minute', async () => {
  const codes: number[] = []
  for (let time = 0; time < 31; time += 1) codes.push((await ask(`lojaId=${stores.own}&uuid=x`)).statusCode)
  expect(codes.at(-1)).toBe(429)
})
