import { expect, test } from 'vitest'
import { dropNulls } from './dropNulls.ts'

const schema = {
  type: 'object',
  properties: {
    preco: { type: 'number' },
    nome: { type: ['string', 'null'] },
    livre: {},
    escolha: { enum: [1, null] },
    itens: { type: 'array', items: { type: 'object', properties: { venda: { type: 'number' } } } },
  },
}

test('null is not nought: where it is not taken it counts as not given', () => {
  const input = { preco: null, nome: null, livre: null, escolha: null, outro: null, itens: [{ venda: null }, { venda: 0 }, null] }
  dropNulls(input, schema)
  expect(input).toEqual({ nome: null, livre: null, escolha: null, outro: null, itens: [{}, { venda: 0 }, null] })
})
