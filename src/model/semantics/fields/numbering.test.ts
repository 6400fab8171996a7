import { expect, it } from 'vitest'
import { bookingDefinitions, bookingFiles } from '../../fixtures/bookings.ts'
import { readModel } from '../../read.ts'

/** The problems of bookings that have such a field, with their lines as text. */
function told(field: object, more: (schema: Record<string, object>) => object = () => ({})): string[] {
  const files = bookingDefinitions.map(file => {
    if (file.path !== bookingFiles.schema) return file
    const value = JSON.parse(file.text)
    value.properties.codigo = { type: 'string', title: 'Código', readOnly: true, numbering: 'RES-{year}-{0000}', ...field }
    return { ...file, text: JSON.stringify({ ...value, ...more(value) }, null, 2) }
  })
  const lines = files.find(({ path }) => path === bookingFiles.schema)?.text.split('\n') ?? []
  return readModel(files).problems.map(({ code, line }) => `${code} at ${lines[(line ?? 1) - 1]?.trim().replace(/,$/, '')}`)
}

const said = '"numbering": "RES-{year}-{0000}"'

it('takes a text that the server keeps, which is found by its numbers, comes once, and is not copied', () => {
  expect(told({})).toEqual([])
  const own = { path: bookingFiles.schema, text: '' }
  const files = bookingDefinitions.map(file => {
    if (file.path !== own.path) return file
    const value = JSON.parse(file.text)
    value.properties.codigo = { type: 'string', title: 'Código', readOnly: true, numbering: 'R{0}' }
    return { ...file, text: JSON.stringify(value) }
  })
  const { model } = readModel(files)
  expect(model.registers.reservas?.fields.find(({ name }) => name === 'codigo')).toMatchObject({ search: true, clone: false })
  expect(model.registers.reservas?.unique).toEqual([{ fields: ['codigo'], message: 'unique' }])
})

it.each([
  ['a field that people write', { readOnly: false }, `numbering-kept at ${said}`],
  ['a field that is computed', { compute: 'nome' }, `numbering-kept at ${said}`],
  ['a field that starts with something', { default: 'X' }, `numbering-kept at ${said}`],
  ['a number', { type: 'integer' }, `numbering-kind at ${said}`],
  ['a field that is not kept', { stored: false }, `numbering-kind at ${said}`],
  ['a text of another kind', { format: 'date' }, `numbering-kind at ${said}`],
  ['numbers longer than the field', { maxLength: 12 }, `numbering-long at ${said}`],
  ['a field that not everybody reads', { see: 'owner' }, `see-naming at ${said}`],
  ['a pattern without a number', { numbering: 'RES-{year}' }, 'numbering-pattern at "numbering": "RES-{year}"'],
  ['a pattern with a part that is none', { numbering: '{ano}-{000}' }, 'numbering-pattern at "numbering": "{ano}-{000}"'],
])('refuses %s at its line', (_, field, problem) => {
  expect(told(field)).toContain(problem)
})

it('refuses what is demanded, and what belongs to no store', () => {
  expect(told({}, () => ({ required: ['nome', 'codigo'] }))).toContain(`numbering-required at ${said}`)
  expect(told({}, value => ({ register: { ...value.register, scope: 'global' } }))).toContain(`numbering-place at ${said}`)
})
