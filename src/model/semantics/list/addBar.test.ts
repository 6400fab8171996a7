import { expect, it } from 'vitest'
import { shopDefinitions } from '../../fixtures/shop.ts'
import { readModel } from '../../read.ts'

const path = 'registers/cardapio/produtos.ui.json'
const message = Object.keys(readModel(shopDefinitions).model.messages)[0] ?? ''

/** The shop with a bar above the availabilities of its products. */
const withBar = (add: object) =>
  readModel(
    shopDefinitions.map(each => {
      if (each.path !== path) return each
      const ui = JSON.parse(each.text) as object
      return { path, text: JSON.stringify({ ...ui, form: { items: ['nome', 'grupoId', { list: 'disponibilidades', add }] } }) }
    }),
  )

it('a bar is completed', () => {
  const { model, problems } = withBar({ fields: ['dia'], checks: [{ field: 'dia', message }] })
  expect(problems).toEqual([])
  const items = model.registers.produtos?.views.form.parts.flatMap(part => part.rows.flat()) ?? []
  expect(items.find(item => 'list' in item)).toMatchObject({ add: { fields: ['dia'], scan: [] } })
})

it.each<[string, object, string]>([
  ['a field', { fields: ['di'] }, 'field-unknown'],
  ['a field of a check', { fields: ['dia'], checks: [{ field: 'di', message }] }, 'field-unknown'],
  ['a rule', { fields: ['dia'], checks: [{ rule: 'di > 1', message }] }, 'expression-invalid'],
  ['a parameter', { fields: ['dia'], checks: [{ field: 'dia', message, params: { day: 'di' } }] }, 'expression-invalid'],
  ['a message', { fields: ['dia'], checks: [{ field: 'dia', message: `${message}x` }] }, 'message-unknown'],
  ['a check of nothing', { fields: ['dia'], checks: [{ message }] }, 'check-empty'],
  ['a code of what is no record', { fields: ['dia'], scan: ['nome'] }, 'reference-needed'],
])('told: %s', (_what, add, code) => {
  expect(withBar(add).problems.map(problem => problem.code)).toContain(code)
})
