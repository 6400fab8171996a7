import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DigitalShop, openDigitalShop } from './digitalShop.ts'

let shop: DigitalShop
const ids = {} as Record<'pizzas' | 'drinks' | 'pizza' | 'juice' | 'water' | 'kds', number>

beforeAll(async () => {
  shop = await openDigitalShop()
  const q = shop.server.context.database.system
  const insert = async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await q.query(`INSERT INTO ${sql} RETURNING id`, [shop.store, ...values])).rows[0]?.id)
  for (const name of ['pizzas', 'drinks'] as const) ids[name] = await insert('grupos ("lojaId", nome) VALUES ($1, $2)', name)
  const goods: readonly (readonly ['pizza' | 'juice' | 'water', number])[] = [
    ['pizza', ids.pizzas],
    ['juice', ids.drinks],
    ['water', ids.drinks],
  ]
  for (const [name, group] of goods)
    ids[name] = await insert('produtos ("lojaId", desc_prod, "grupoId") VALUES ($1, $2, $3)', name, group)
})
afterAll(() => shop?.close())
afterEach(() => {
  shop.app.behaviour = 'normal'
})

const save = (record: object) => shop.ask('POST', 'kds/save', { lojaId: shop.store, ...record }, shop.tokens.cozinha)
const kitchen = ['kds', () => String(shop.store), () => `chave-${shop.store}`] as const
const held = (...steps: string[]) => shop.held(...kitchen.map(step => (typeof step === 'string' ? step : step())), ...steps)
const orders = (body: object) =>
  fetch(`${shop.app.address}/kds/${shop.store}/chave-${shop.store}/pedidos.json`, { method: 'PUT', body: JSON.stringify(body) })

test('a screen of the kitchen: its fields, their limits, and a key of its own', async () => {
  const made = await save({
    nome: 'Forno',
    grupos: [{ grupoId: ids.pizzas }, { grupoId: ids.drinks }],
    itens: [{ produtoId: ids.juice }],
  })
  expect(made).toMatchObject({
    nome: 'Forno',
    minutos_atraso: 20,
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    publicado_em: null,
  })
  ids.kds = made.id
  const again = await save({ id: made.id, version: made.version, nome: 'Forno', minutos_atraso: 25 })
  expect(again.uuid).toBe(made.uuid)
  const refused = async (record: object) => shop.said('POST', 'kds/save', { lojaId: shop.store, ...record }, shop.tokens.cozinha)
  expect(await refused({ nome: 'Forno' })).toEqual([422, 'Já existe um KDS com este nome'])
  expect((await refused({}))[0]).toBe(422)
  expect((await refused({ nome: 'x'.repeat(101) }))[0]).toBe(422)
  expect((await refused({ nome: 'Sem grupo na linha', grupos: [{}] }))[0]).toBe(422)
  expect((await refused({ nome: 'Duas vezes', grupos: [{ grupoId: ids.pizzas }, { grupoId: ids.pizzas }] }))[0]).toBe(422)
  expect((await shop.said('POST', 'kds/save', { lojaId: shop.store, nome: 'Outro' }, shop.tokens.caixa))[0]).toBe(403)
})

test('publishing tells the screen its groups, and of a group with chosen products only these', async () => {
  const publish = (kdsId: number, token = shop.tokens.cozinha, lojaId = shop.store) =>
    shop.said('POST', 'Kds/publicar', { lojaId, kdsId }, token)
  expect(await publish(ids.kds)).toEqual([200, ''])
  const kds = await shop.ask('GET', `kds/${ids.kds}?lojaId=${shop.store}`)
  expect(kds.publicado_em).toMatch(/^\d{4}-/)
  expect(await held('telas', String(kds.uuid))).toEqual({
    nome: 'Forno',
    minutos_atraso: 25,
    grupos: [
      { grupoId: ids.pizzas, nome: 'pizzas' },
      { grupoId: ids.drinks, nome: 'drinks', itens: [{ produtoId: ids.juice }] },
    ],
  })
  // An open form loses nothing by it.
  expect(kds.version).toBe(2)
  const empty = await save({ nome: 'Vazio' })
  expect(await publish(empty.id)).toEqual([400, 'Adicione ao menos um grupo antes de publicar o KDS'])
  expect((await publish(999_999))[0]).toBe(404)
  expect((await publish(ids.kds, shop.tokens.caixa))[0]).toBe(403)
  expect((await publish(ids.kds, shop.tokens.outra))[0]).toBe(403)
  expect((await publish(ids.kds, shop.tokens.outra, shop.other))[0]).toBe(404)
  shop.app.behaviour = 'failing'
  expect((await publish(ids.kds))[0]).toBe(424)
})

test('clearing takes finished orders away, clearing all takes everything, and no other store is touched', async () => {
  const call = (path: string, token = shop.tokens.cozinha) => shop.said('POST', path, { lojaId: shop.store }, token)
  const open = { mesa: '4' }
  await orders({ a: open, b: { mesa: '5', finalizado_em: '2026-01-31T12:00:00.000Z' }, c: open })
  await fetch(`${shop.app.address}/kds/${shop.other}/chave-${shop.other}/pedidos.json`, {
    method: 'PUT',
    body: JSON.stringify({ z: { finalizado_em: 'x' } }),
  })
  for (const path of ['Kds/limparLoja', 'Kds/limparTudoLoja']) {
    expect((await call(path, shop.tokens.caixa))[0]).toBe(403)
    expect((await call(path, shop.tokens.outra))[0]).toBe(403)
  }
  expect(await call('Kds/limparLoja')).toEqual([200, ''])
  expect(await held('pedidos')).toEqual({ a: open, c: open })
  expect(await call('kds/limparloja')).toEqual([200, ''])
  shop.app.behaviour = 'unreachable'
  expect((await call('Kds/limparTudoLoja'))[0]).toBe(424)
  shop.app.behaviour = 'normal'
  expect(await held('pedidos')).toEqual({ a: open, c: open })
  expect(await call('Kds/limparTudoLoja')).toEqual([200, ''])
  expect(await held('pedidos')).toBeNull()
  expect(await held('telas')).not.toBeNull()
  expect(await shop.held('kds', String(shop.other), `chave-${shop.other}`, 'pedidos')).toEqual({ z: { finalizado_em: 'x' } })
})
