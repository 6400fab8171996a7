import { expect, test } from 'vitest'
import { exampleField, exampleRegister } from '../../list/fixtures/exampleRegister.ts'
import { titleWithPart } from './titleWithPart.ts'

const part = (id: string, fields: readonly string[], titleFrom?: string) => ({
  id,
  title: id,
  rows: [fields.map(field => ({ field, span: 4 }))],
  ...(titleFrom === undefined ? {} : { titleFrom }),
})

const of = (...parts: readonly ReturnType<typeof part>[]) => ({
  ...exampleRegister,
  views: { ...exampleRegister.views, form: { ...exampleRegister.views.form, parts } },
})

const preco = exampleField('preco')
const evaluate = (expression: string) => (expression.includes('store.') ? 'Delivery' : 'of the record')

test('a field is called with the name that the store gave its part', () => {
  const own = 'store.tabelas[1].nome'
  expect(titleWithPart(preco, of(part('geral', ['nome']), part('t2', ['preco'], own)), evaluate)).toBe(
    `${preco.title} (Delivery)`,
  )
  expect(titleWithPart(preco, of(part('t2', ['preco'], own)), () => undefined)).toBe(preco.title)
  expect(titleWithPart(preco, of(part('t2', ['preco'], own)), () => '')).toBe(preco.title)
})

test('it keeps its title where several parts show it, none is named by the store, or the record names it', () => {
  const own = 'store.tabelas[1].nome'
  expect(titleWithPart(preco, of(part('t2', ['preco'], own), part('t3', ['preco'], own)), evaluate)).toBe(preco.title)
  expect(titleWithPart(preco, of(part('t2', ['preco'])), evaluate)).toBe(preco.title)
  expect(titleWithPart(preco, of(part('t2', ['preco'], 'nome')), evaluate)).toBe(preco.title)
})
