import { expect, test } from 'vitest'
import { RepeatedTypes } from './repeatedTypes.ts'
import { schemaMembers, schemaType } from './schemaType.ts'

test.each([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'], maxLength: 3 }, 'string | null'],
  [{ enum: ['A', "d'água", null] }, "'A' | 'd\\'água' | null"],
  [{ type: 'string', oneOf: [{ const: 'A', title: 'Um' }, { const: 'B' }] }, "'A' | 'B'"],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number | null'],
  [{ type: 'array', items: { type: ['number', 'null'] } }, '(number | null)[]'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
  [{ description: 'Dispensado' }, 'unknown'],
  [true, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(schemaType(schema, 'asked')).toBe(type)
})

const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    'data-hora': { type: 'string', title: 'Quando', description: 'Fim */ de tudo' },
    limite: { type: 'integer', default: 10 },
    linhas: { type: 'array', items: { type: 'object', properties: { qtd: { type: 'number' } } } },
  },
  required: ['id', 'limite'],
}

test('members that may be left out are those of the side that they stand on', () => {
  expect(schemaMembers(schema, 'asked', '')).toEqual([
    'id: number',
    "/** Quando. Fim * / de tudo */ 'data-hora'?: string",
    'limite?: number',
    'linhas?: { qtd?: number }[]',
  ])
  const marked = (presence: 'told' | 'record') => schemaMembers(schema, presence, '').filter(one => one.includes('?:'))
  expect(marked('told')).toHaveLength(2)
  expect(marked('record')).toEqual(['linhas?: { qtd: number }[]'])
})

test('a type that comes twice is written once, under the name of its first place', () => {
  const types = new RepeatedTypes()
  const one = { type: 'object', properties: { vendas: { type: 'array', items: schema } } }
  types.count(one, 'asked', 'Lote')
  types.count(schema, 'asked', 'Uma')
  types.count(schema, 'told', 'Resposta')
  expect(types.declarations().map(text => text.split('\n')[0])).toEqual(['export interface LoteVendas {'])
  expect(schemaType(one, 'asked', '', types.named)).toBe('{ vendas?: LoteVendas[] }')
  expect(schemaType(schema, 'told', '', types.named)).toContain('id: number')
})
