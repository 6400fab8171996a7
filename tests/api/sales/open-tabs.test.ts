import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
let other: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
  other = await createSalesStore(shop, 'Outra')
  await shop.database.system.query('UPDATE lojas SET nuvem = true WHERE id = ANY ($1::bigint[])', [[counter.store, other.store]])
})
afterAll(() => shop?.close())

const call = (flag: string, store = counter.store) => shop.as({ userId: 2, stores: [store], flags: [flag], features: ['nuvem'] })
const send = (comandas: unknown, more: object = {}, flag = 'pdv_abrir_comanda') =>
  call(flag)('POST', '/api/PDV_local/comandasAbertas', { lojaId: counter.store, comandas, ...more })
const read = (store = counter.store, flag = 'pdv_relatorios') =>
  call(flag, store)('GET', `/api/PDV_local/comandasAbertas?lojaId=${store}`)

test('there are none until something was sent; then the newest list counts, whole', async () => {
  expect(await read()).toMatchObject({
    status: 404,
    body: { error: { message: 'Não existe nenhuma comanda aberta no PDV Windows.' } },
  })
  const tab = {
    cod_cmd: '12',
    total_alt_ped: 30.1,
    servico_vlr_ped: 3.2,
    itens: [{ id: 1, qtd_it: 2, desc_prod: 'Café', total_alt_it: 30.1 }],
  }
  expect(await send([tab, { cod_cmd: '13', numero_pessoas_cmd: 4 }], { atualizado_em: '2026-03-10T12:00:00Z' })).toMatchObject({
    status: 200,
    body: { status: 'changed', comandas: 2 },
  })
  expect((await read()).body).toMatchObject({
    atualizado_em: '2026-03-10T12:00:00.000Z',
    comandas: [
      { cod_cmd: '12', numero_pessoas_cmd: 1, total: 33.3, itens: [{ desc_prod: 'Café' }] },
      { cod_cmd: '13', numero_pessoas_cmd: 4, total: 0 },
    ],
  })
  expect((await send([], { atualizado_em: '2026-03-10T11:00:00Z' })).body).toMatchObject({ status: 'unchanged' })
  const both = await Promise.all([send([tab]), send([tab, tab])])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await read(other.store)).status).toBe(404)
})

test('what is wrong is told by its place, and who may not is refused', async () => {
  expect(await send([{ cod_cmd: '1', total: 'muito' }])).toMatchObject({
    status: 422,
    body: { error: { details: [{ path: 'comandas.0.total' }] } },
  })
  expect((await send([{}])).status).toBe(422)
  expect((await send('x')).status).toBe(422)
  expect((await send([], {}, 'estoque_ver')).status).toBe(403)
  expect((await read(counter.store, 'caixa_operar')).status).toBe(403)
})
