import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Counter, counterOf, saleOf } from './sales.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let counter: Counter
beforeAll(async () => {
  shop = await openShop()
  counter = await counterOf(shop)
})
afterAll(() => shop?.close())

const device = (...flags: string[]) => shop.as({ userId: 2, stores: [counter.store], flags })
const send = (body: unknown, path = 'save') => device('caixa_operar')('POST', `/api/Movimentos/${path}`, body)

test('a sale arrives with what the point of sale left out, and once only', async () => {
  const sale = saleOf(counter, { chave: 'a1' })
  const first = await send({ lojaId: counter.store, ...sale })
  expect(first).toMatchObject({ status: 200, body: { chave: 'a1', status: 'created' } })
  const { id } = first.body as { id: number }
  expect((await send({ lojaId: counter.store, ...sale })).body).toEqual({ chave: 'a1', status: 'unchanged', id })
  const read = await shop.as({ userId: 1, stores: [counter.store], flags: ['pdv_relatorios'] })(
    'GET',
    `/api/Movimentos/${id}?lojaId=${counter.store}&filter=${encodeURIComponent('{"include":["produtos","recebimentos"]}')}`,
  )
  expect(read.body).toMatchObject({
    chave: 'a1',
    total_bruto: 69.9,
    total_desconto: 0,
    valor_final: 76.89,
    contado_em: '2026-03-10T15:46:00.000Z',
    produtos: [
      { ordem: 1, descricao: 'Prato', cod_prod: '1', preco_custo: 10.1234, valor_final: 60, valor_servico: 6, comissao: 0 },
      {
        ordem: 2,
        descricao: 'Suco',
        cod_prod: '2',
        preco_custo: 2.5,
        valor_final: 9.9,
        valor_servico: 0.99,
        comissao: 3,
        valor_comissao: 0.3,
      },
    ],
    recebimentos: [
      { valor: 50, taxa: 0, valor_taxa: 0 },
      { valor: 26.89, taxa: 2.5, valor_taxa: 0.67 },
    ],
  })
})
