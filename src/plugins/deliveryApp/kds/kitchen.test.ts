import { expect, test } from 'vitest'
import { finishedOrders } from './finishedOrders.ts'
import { kitchenScreen } from './kitchenScreen.ts'

test('finished orders, also where the database gives a list with holes', () => {
  const done = { finalizado_em: '2026-01-31T12:00:00.000Z' }
  expect(finishedOrders({ a1: done, a2: { mesa: '4' }, a3: { finalizado_em: '' } })).toEqual(['a1'])
  expect(finishedOrders([null, done, { mesa: '4' }, done])).toEqual(['1', '3'])
  for (const nothing of [null, undefined, 'x', 3]) expect(finishedOrders(nothing)).toEqual([])
})

test('a group shows all of its products, or those that are named', () => {
  const lines = [
    { group: 1, name: 'Pizzas', products: null },
    { group: 2, name: 'Bebidas', products: [7, 9] },
  ]
  expect(kitchenScreen({ nome: 'Forno', minutos_atraso: 20 }, lines)).toEqual({
    nome: 'Forno',
    minutos_atraso: 20,
    grupos: [
      { grupoId: 1, nome: 'Pizzas' },
      { grupoId: 2, nome: 'Bebidas', itens: [{ produtoId: 7 }, { produtoId: 9 }] },
    ],
  })
})
