import { expect, it } from 'vitest'
import { bookingDefinitions, bookingFiles } from '../../fixtures/bookings.ts'
import { readModel } from '../../read.ts'

const many = { type: 'array', title: 'Produtos', reference: { to: 'produtos' } }

/** Bookings that have such a field, and their problems with the line of each as text. */
function read(field: object, more: (schema: Record<string, object>) => object = () => ({})) {
  const files = bookingDefinitions.map(file => {
    if (file.path !== bookingFiles.schema) return file
    const value = JSON.parse(file.text)
    value.properties.produtosIds = { ...many, ...field }
    return { ...file, text: JSON.stringify({ ...value, ...more(value) }, null, 2) }
  })
  const lines = files.find(({ path }) => path === bookingFiles.schema)?.text.split('\n') ?? []
  const { model, problems } = readModel(files)
  return {
    model,
    told: problems.map(({ code, line }) => `${code} at ${lines[(line ?? 1) - 1]?.trim().replace(/,$/, '')}`),
  }
}

it('an array with a reference keeps several records, which are included under a name of their own', () => {
  const { model, told } = read({ minItems: 1, maxItems: 5 })
  expect(told).toEqual([])
  const field = model.registers.reservas?.fields.find(({ name }) => name === 'produtosIds')
  expect(field).toMatchObject({ kind: 'references', references: { to: 'produtos', as: 'produtos', onRemove: 'refuse' } })
  expect(field?.reference).toBeUndefined()
  expect(model.registers.reservas?.views.list.columns.find(column => column.field === 'produtosIds')?.sort).toBe(false)
})

it('the format may be said, and what removal does', () => {
  expect(read({ format: 'references', reference: { to: 'produtos', as: 'pratos', onRemove: 'empty' } }).told).toEqual([])
})

it.each([
  ['a register that there is not', { reference: { to: 'produtoz' } }, 'register-unknown at "to": "produtoz"'],
  [
    'a condition over a field that there is not',
    { reference: { to: 'produtos', where: { cor: 'azul' } } },
    'field-unknown at "cor": "azul"',
  ],
  ['a number', { format: 'references', type: 'integer' }, 'type-mismatch at "type": "integer"'],
  ['no register', { format: 'references', reference: undefined }, 'reference-missing at "produtosIds": {'],
  ['stores', { reference: { to: 'lojas' } }, 'references-unfit at "to": "lojas"'],
  ['keys that nothing checks', { reference: { to: 'produtos', onRemove: 'keep' } }, 'references-unfit at "onRemove": "keep"'],
  ['more than there may be', { maxItems: 500 }, 'references-unfit at "maxItems": 500'],
  ['keys that are worked out', { compute: '[1, 2]' }, 'references-unfit at "compute": "[1, 2]"'],
  ['what is not kept', { stored: false }, 'references-unfit at "stored": false'],
  [
    'a removal that leaves too few',
    { minItems: 2, reference: { to: 'produtos', onRemove: 'empty' } },
    'empty-required at "onRemove": "empty"',
  ],
  ['options', { oneOf: [{ const: 1, title: 'Um' }] }, 'choices-unexpected at "oneOf": ['],
  ['a length', { maxLength: 4 }, 'limit-unexpected at "maxLength": 4'],
])('refuses %s at its line', (_, field, problem) => {
  expect(read(field).told).toContain(problem)
})

it('refuses rows of lists, registers of no store, an order, and places that are no register', () => {
  const inRow = read({}, value => ({
    properties: {
      ...value.properties,
      linhas: {
        type: 'array',
        title: 'Linhas',
        items: { type: 'object', properties: { nome: { type: 'string', title: 'Nome' }, muitos: many } },
      },
    },
  }))
  expect(inRow.told.some(text => text.startsWith('references-unfit'))).toBe(true)
  const texts = read({ reference: { to: 'reservas' } }, value => ({ register: { ...value.register, key: 'text' } }))
  expect(texts.told).toContain('references-unfit at "to": "reservas"')
  expect(read({}, value => ({ register: { ...value.register, scope: 'global' } })).told).toContain(
    'references-unfit at "to": "produtos"',
  )
  expect(read({}, value => ({ register: { ...value.register, order: ['produtosIds ASC'] } })).told).toContain(
    'order-unfit at "produtosIds ASC"',
  )
})

it('no report groups by several records', () => {
  const report = {
    title: 'Reservas por prato',
    path: 'relatorio/reservas_por_prato',
    gate: 'logged',
    parameters: { type: 'object', properties: {} },
    result: {
      type: 'object',
      properties: { pratos: { type: 'array', items: { properties: { quantas: { type: 'integer', title: 'Quantas' } } } } },
    },
    plan: { pratos: { register: 'reservas', groups: { prato: 'produtosIds' }, measures: { quantas: { count: true } } } },
  }
  const files = bookingDefinitions.map(file => {
    if (file.path !== bookingFiles.schema) return file
    const value = JSON.parse(file.text)
    return { ...file, text: JSON.stringify({ ...value, properties: { ...value.properties, produtosIds: many } }) }
  })
  const { problems } = readModel([...files, { path: 'reports/reservas_por_prato.schema.json', text: JSON.stringify(report) }])
  expect(problems.map(({ code }) => code)).toContain('group-unfit')
})
