import { expect, it } from 'vitest'
import { bookingDefinitions, bookingFiles } from '../../fixtures/bookings.ts'
import { readModel } from '../../read.ts'

const visits = {
  title: 'Visitas',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: {
    nome: { type: 'string', title: 'Nome' },
    reservaId: { type: 'integer', title: 'Reserva', reference: { to: 'reservas' } },
    produtoId: { type: 'integer', title: 'Produto', reference: { to: 'produtos' } },
    paga: { type: 'boolean', title: 'Paga' },
    valor: { type: 'number', format: 'money', title: 'Valor' },
    custo: { type: 'number', format: 'money', title: 'Custo', see: 'owner' },
    dobro: { type: 'number', format: 'money', title: 'Dobro', stored: false, compute: 'valor * 2.0' },
    chegada: { type: 'string', format: 'dateTime', title: 'Chegada' },
  },
}

type Values = Record<string, unknown>

/** The problems of bookings that have such a figure, with their lines as text. */
function told(rollup: Values, field: Values = {}, register: Values = {}, beside: Values = {}): string[] {
  const own = { ...visits, register: { ...visits.register, ...register } }
  const files = [
    { path: 'registers/vendas/visitas.schema.json', text: JSON.stringify(own) },
    ...bookingDefinitions.map(file => {
      if (file.path !== bookingFiles.schema) return file
      const value = JSON.parse(file.text)
      const whole = { register: 'visitas', by: 'reservaId', ...rollup }
      value.properties.figura = { type: 'integer', title: 'Figura', readOnly: true, ...field, rollup: whole }
      Object.assign(value.properties, beside)
      return { ...file, text: JSON.stringify(value, null, 2) }
    }),
  ]
  const lines = files.find(({ path }) => path === bookingFiles.schema)?.text.split('\n') ?? []
  return readModel(files).problems.map(({ code, line }) => `${code} at ${lines[(line ?? 1) - 1]?.trim().replace(/[,{ ]+$/, '')}`)
}

const money = { type: 'number', format: 'money' }

it('takes a count, a sum and the last', () => {
  expect(told({ count: true, where: { paga: true } })).toEqual([])
  expect(told({ sum: 'valor' }, money)).toEqual([])
  expect(told({ last: 'chegada' }, { type: 'string', format: 'dateTime' })).toEqual([])
  expect(told({ sum: 'custo' }, { ...money, see: 'owner' })).toEqual([])
})

it.each<[string, string, Values, Values?]>([
  ['a register that is none', 'register-unknown at "register": "visita"', { register: 'visita', count: true }],
  ['a field that is none', 'field-unknown at "by": "reserva"', { by: 'reserva', count: true }],
  ['a field that refers elsewhere', 'rollup-by at "by": "produtoId"', { by: 'produtoId', count: true }],
  ['a condition over no field', 'field-unknown at "pago": true', { count: true, where: { pago: true } }],
  ['nothing to be worked out', 'rollup-measure at "rollup":', {}],
  ['two figures', 'rollup-measure at "rollup":', { count: true, sum: 'valor' }],
  ['a count that is no integer', 'rollup-kind at "rollup":', { count: true }, money],
  ['a sum of texts', 'rollup-kind at "sum": "nome"', { sum: 'nome' }, { type: 'string' }],
  ['a sum of another kind', 'rollup-kind at "sum": "valor"', { sum: 'valor' }],
  ['what is not kept', 'rollup-source at "sum": "dobro"', { sum: 'dobro' }, money],
  ['what fewer people read', 'see-read at "sum": "custo"', { sum: 'custo' }, money],
  ['a field that people write', 'rollup-place at "rollup":', { count: true }, { readOnly: false }],
])('refuses %s at its line', (_, problem, rollup, field) => {
  expect(told(rollup, field)).toEqual([problem])
})

it('refuses registers that the server alone writes, that belong to no store, or lose records unseen', () => {
  const wrong = ['rollup-register at "register": "visitas"']
  expect(told({ count: true }, {}, { access: { see: 'logged', create: 'false', change: 'logged' } })).toEqual(wrong)
  expect(told({ count: true }, {}, { about: { whose: [], erase: 'remove' } })).toEqual(expect.arrayContaining(wrong))
})

it('refuses a kept field that would read an old figure', () => {
  const dobro = { type: 'integer', title: 'Dobro', compute: 'figura * 2' }
  expect(told({ count: true }, {}, {}, { dobro })).toEqual(['rollup-place at "rollup":'])
  expect(told({ count: true }, {}, {}, { dobro: { ...dobro, stored: false } })).toEqual([])
})
