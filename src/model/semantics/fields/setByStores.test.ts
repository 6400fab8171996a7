import { expect, it } from 'vitest'
import { bookingDefinitions, bookingFiles } from '../../fixtures/bookings.ts'
import { readModel } from '../../read.ts'

/** The codes of what is wrong with bookings that have these further fields. */
function told(fields: Record<string, object>, register: object = {}): string[] {
  const files = bookingDefinitions.map(file => {
    if (file.path !== bookingFiles.schema) return file
    const value = JSON.parse(file.text)
    Object.assign(value.properties, fields)
    return { ...file, text: JSON.stringify({ ...value, register: { ...value.register, ...register } }, null, 2) }
  })
  return readModel(files).problems.map(({ code }) => code)
}

const choice = { type: 'string', format: 'choice', title: 'Cadastro', options: 'settable' }
const naming = { type: 'string', title: 'Campo', maxLength: 60, fieldOf: 'alvo' }
const kept = { type: 'string', title: 'Valor', maxLength: 60, valueFor: 'campo' }

it('takes a choice of a register, a field of it, and a value of that field', () => {
  expect(told({ alvo: choice, campo: naming, valor: kept })).toEqual([])
  expect(told({ apelido: { type: 'string', title: 'Apelido', maxLength: 20, setByStores: 'title' } })).toEqual([])
  expect(told({}, { setByStores: false })).toEqual([])
})

it.each([
  [
    'a field that the server keeps',
    { x: { type: 'string', title: 'X', readOnly: true, setByStores: false } },
    'set-by-stores-unfit',
  ],
  ['a field of what is no choice', { campo: { ...naming, fieldOf: 'nome' } }, 'field-of-choice'],
  ['a value of what names no field', { valor: { ...kept, valueFor: 'nome' } }, 'value-for-field'],
  ['a name that is a number', { alvo: choice, campo: { type: 'integer', title: 'Campo', fieldOf: 'alvo' } }, 'field-of-kind'],
])('refuses %s', (_, fields, code) => {
  expect(told(fields)).toContain(code)
})
