import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** An empty catalogue is filled once, by the store's segment, and emptied again in one step. */

let server: TestServer
const stores = { pizza: 0, market: 0, bare: 0 }
const tokens = { pizza: '', market: '', bare: '', waiter: '' }

beforeAll(async () => {
  server = await openServer()
  const q = server.context.database.system
  const { rows } = await q.query<{ id: string }>(`INSERT INTO segmentos (nome) VALUES ('Pizzaria'), ('Mercado') RETURNING id`)
  await q.query(
    `INSERT INTO ncms (id, descricao, tipo) VALUES ('21069090', 'Alimentos', 0), ('10063021', 'Arroz', 0) ON CONFLICT DO NOTHING`,
  )
  for (const [at, name] of (['pizza', 'market', 'bare'] as const).entries()) {
    stores[name] = await server.addStore(name)
    await q.query('UPDATE lojas SET "segmentoId" = $2 WHERE id = $1', [stores[name], rows[at]?.id ?? null])
    if (name !== 'bare') {
      await q.query(`INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'UN'), ($1, 'KG')`, [stores[name]])
      await q.query(`INSERT INTO impostos ("lojaId", nome) VALUES ($1, 'Simples')`, [stores[name]])
    }
    tokens[name] = await server.enterStore(name, stores[name], { type: 1 })
  }
  tokens.waiter = await server.enterStore('garcom', stores.pizza, { cardapio_ver: true })
})
afterAll(() => server?.close())

const fill = (token: string, lojaId: number, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/produtos/cardapioExemplo',
    headers: { authorization: token, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ lojaId }),
  })
const count = async (token: string, register: string, lojaId: number): Promise<number> =>
  (await server.call(token, 'GET', `/api/${register}/count?lojaId=${lojaId}`)).json().count

test('who may make products fills an empty catalogue with those of the segment, and undoes it in one step', async () => {
  const action = '6a1f0a52-3f0f-4a4e-9c84-0b9b2f3f7a10'
  const groups = await count(tokens.pizza, 'grupos', stores.pizza)
  expect((await fill(tokens.waiter, stores.pizza)).statusCode).toBe(403)
  const reply = await fill(tokens.pizza, stores.pizza, { 'x-action': action })
  expect(reply.statusCode).toBe(200)
  const made = reply.json()
  expect(made.produtos).toBeGreaterThan(made.grupos)
  expect(await count(tokens.pizza, 'produtos', stores.pizza)).toBe(made.produtos)
  const products = (await server.call(tokens.pizza, 'GET', `/api/produtos?lojaId=${stores.pizza}&filter={"limit":500}`)).json()
  expect(products.some(({ desc_prod }: { desc_prod: string }) => /pizza|calabresa|margherita/i.test(desc_prod))).toBe(true)
  expect(new Set(products.map(({ cod_prod }: { cod_prod: string }) => String(cod_prod))).size).toBe(made.produtos)
  expect(products.every(({ ncmId }: { ncmId: string }) => ['21069090', '10063021'].includes(ncmId))).toBe(true)
  // Another store has none of it.
  expect(await count(tokens.market, 'produtos', stores.market)).toBe(0)
  const undone = await server.call(tokens.pizza, 'POST', `/api/atividade/${action}/desfazer`, { lojaId: stores.pizza })
  expect(undone.statusCode).toBe(200)
  expect(await count(tokens.pizza, 'produtos', stores.pizza)).toBe(0)
  expect(await count(tokens.pizza, 'grupos', stores.pizza)).toBe(groups)
})

test('a market gets a market’s goods, by weight where they are weighed, and once', async () => {
  const [first, second] = await Promise.all([fill(tokens.market, stores.market), fill(tokens.market, stores.market)])
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 409])
  const refused = first.statusCode === 409 ? first : second
  expect(refused.json().error.message).toBe('A loja já tem produtos: o cardápio de exemplo é só para começar.')
  const filter = JSON.stringify({ limit: 500, include: 'unidade' })
  const goods = (await server.call(tokens.market, 'GET', `/api/produtos?lojaId=${stores.market}&filter=${filter}`)).json()
  const rice = goods.find(({ desc_prod }: { desc_prod: string }) => desc_prod.startsWith('Arroz'))
  expect([rice.ncmId, rice.unidade.nome]).toEqual(['10063021', 'UN'])
  const cheese = goods.find(({ desc_prod }: { desc_prod: string }) => desc_prod.startsWith('Queijo'))
  expect([cheese.unidade.nome, cheese.balanca_prod]).toEqual(['KG', true])
})

test('a store that lacks what products point to is told so, and nothing is made', async () => {
  const groups = await count(tokens.bare, 'grupos', stores.bare)
  const reply = await fill(tokens.bare, stores.bare)
  expect([reply.statusCode, reply.json().error.code]).toEqual([409, 'sample-menu.no-taxes'])
  expect(await count(tokens.bare, 'grupos', stores.bare)).toBe(groups)
})
