import { expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'

const path = 'registers/cardapio/produtos.ui.json'

/** The shop whose products have this form. */
const withForm = (form: object) =>
  readModel(
    shopDefinitions.map(each =>
      each.path === path ? { path, text: JSON.stringify({ ...(JSON.parse(each.text) as object), form }) } : each,
    ),
  )

it('lines of the dialog that makes a record are completed as those of a form', () => {
  const { model, problems } = withForm({ inPlace: ['nome', ['codigo', 'venda'], 'disponibilidades'] })
  expect(problems).toEqual([])
  expect(
    model.registers.produtos?.views.form.inPlace?.map(row =>
      row.map(item => ('field' in item ? item.field : 'list' in item && item.list)),
    ),
  ).toEqual([['nome'], ['codigo', 'venda'], ['disponibilidades']])
})

it.each<[string, unknown, string]>([
  ['a field', 'nom', 'field-unknown'],
  ['an action', '!clone', 'in-place-item'],
  ['what folds', { fold: 'Mais' }, 'in-place-item'],
  ['a field that stands there', 'nome', 'name-twice'],
])('told: %s', (_what, item, code) => {
  expect(withForm({ inPlace: ['nome', item] }).problems.map(problem => problem.code)).toContain(code)
})

it.each<[string, object, string]>([
  ['a day that is none', { days: ['dia', 'inicio'], from: 'inicio', to: 'inicio' }, 'weekday-needed'],
  ['a time that is none', { days: ['dia', 'dia'], from: 'dia', to: 'inicio' }, 'time-needed'],
  ['a field', { days: ['di', 'dia'], from: 'inicio', to: 'inicio' }, 'field-unknown'],
])('told of hours on days of the week: %s', (_what, week, code) => {
  const items = ['nome', 'grupoId', { list: 'disponibilidades', week }]
  expect(withForm({ items }).problems.map(problem => problem.code)).toContain(code)
})

it('told: a lookup that is offered and has no button, or fills another field', () => {
  const withLookup = (lookup: object) =>
    readModel(
      shopDefinitions.map(each => {
        if (each.path !== 'registers/cardapio/produtos.schema.json') return each
        const value = JSON.parse(each.text) as { properties: Record<string, object> }
        Object.assign(value.properties.codigo ?? {}, { lookup: { path: 'produtos/proximoCodigo', offered: true, ...lookup } })
        return { path: each.path, text: JSON.stringify(value) }
      }),
    ).problems.map(problem => problem.code)
  const fills = { codigo: 'codigo' }
  expect(withLookup({ button: 'Próximo código livre', fills })).toEqual([])
  expect(withLookup({ fills })).toContain('offered-unfilled')
  expect(withLookup({ button: 'Próximo código livre', fills: { nome: 'codigo' } })).toContain('offered-unfilled')
})
