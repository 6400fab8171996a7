import { expect, test, vi } from 'vitest'
import type { InputServices } from '../../kinds/inputServices.tsx'
import { optionsNamed } from '../../kinds/reference/matchOptions.ts'
import type { Field } from '../../model/model.ts'
import { parseCell } from './parseCell.ts'

const field = (more: Partial<Field>): Field =>
  ({ name: 'x', title: 'X', kind: 'money', required: false, stored: true, readOnly: false, ...more }) as Field
const say = (code: string): string => code
const none = { search: async () => [], say }
const titleOf = (name: string): string => name

test('numbers are read as Brazilians write them; what is none says why', async () => {
  expect(await parseCell('R$ 1.234,50', field({}), none, titleOf)).toEqual({ value: 1234.5 })
  expect(await parseCell('caro', field({}), none, titleOf)).toEqual({ reason: expect.stringContaining('number') })
  expect(await parseCell('', field({ required: true }), none, titleOf)).toEqual({ reason: 'required-cell' })
})

test('a reference is found by label, then code; two of the same name are a problem', async () => {
  const options = [
    { id: 1, label: 'Bebidas', code: '7' },
    { id: 7, label: 'Água', code: '9' },
    { id: 3, label: 'agua', code: '3' },
  ]
  expect(optionsNamed(options, ' bebidas ').map(({ id }) => id)).toEqual([1])
  expect(optionsNamed(options, '7').map(({ id }) => id)).toEqual([1])
  const search = vi.fn(async () => options)
  const reference = field({
    kind: 'reference',
    reference: { to: 'grupos', as: 'grupo', textKey: false, from: 0, onRemove: 'refuse' },
  })
  expect(await parseCell('Bebidas', reference, { search, say }, titleOf)).toEqual({ value: 1 })
  expect(await parseCell('Água', reference, { search, say }, titleOf)).toEqual({ reason: 'list.ambiguous' })
  expect(await parseCell('Outro', reference, { search, say }, titleOf)).toEqual({ reason: 'list.not-found' })
  // Of what is typed in sight of the answer the only one that is found is meant; of what is pasted it is not.
  const one = { search: async () => options.slice(0, 1), say }
  expect(await parseCell('Beb', reference, one, titleOf)).toEqual({ reason: 'list.not-found' })
  expect(await parseCell('Beb', reference, one, titleOf, true)).toEqual({ value: 1 })
  expect(await parseCell('', reference, { search, say }, titleOf)).toEqual({ value: null })
  // Among which records is asked with the record in whose cell it stands.
  const asked: InputServices['search'] = async (_register, _text, _where, record) =>
    record?.salaId === 4 ? options.slice(0, 1) : []
  expect(await parseCell('Bebidas', reference, { search: asked, say }, titleOf, false, { salaId: 4 })).toEqual({ value: 1 })
})

test('several records are found one by one, apart by semicolons or commas', async () => {
  const all = [
    { id: 9, label: 'Bebidas' },
    { id: 2, label: 'Águas' },
  ]
  const search = async (_register: string, text: string) => all.filter(({ label }) => label.startsWith(text))
  const several = field({
    kind: 'references',
    references: { to: 'grupos', as: 'grupos', textKey: false, from: 0, onRemove: 'refuse' },
    maxItems: 2,
  })
  expect(await parseCell('Bebidas; Águas', several, { search, say }, titleOf)).toEqual({ value: [2, 9] })
  expect(await parseCell('Águas, Bebidas,Águas', several, { search, say }, titleOf)).toEqual({ value: [2, 9] })
  expect(await parseCell('Águas, Pães', several, { search, say }, titleOf)).toEqual({ reason: 'list.not-found' })
  expect(await parseCell('', several, { search, say }, titleOf)).toEqual({ value: null })
})
