import { expect, it } from 'vitest'
import { bookingDefinitions, bookingFiles } from '../../fixtures/bookings.ts'
import { readModel } from '../../read.ts'

const places = {
  path: 'registers/vendas/lugares.schema.json',
  text: JSON.stringify(
    {
      title: 'Lugares',
      type: 'object',
      register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
      properties: {
        nome: { type: 'string', title: 'Nome' },
        mesa: { type: 'integer', title: 'Mesa' },
        soma: { type: 'integer', title: 'Soma', stored: false, compute: 'mesa + 1' },
        custo: { type: 'integer', title: 'Custo', see: 'owner' },
        produtoId: { type: 'integer', title: 'Produto', reference: { to: 'produtos' } },
      },
    },
    null,
    2,
  ),
}

/** The problems of a booking whose place is narrowed so, with their lines as text. */
function told(theirs: string, own: string): string[] {
  const files = [
    places,
    ...bookingDefinitions.map(file => {
      if (file.path !== bookingFiles.schema) return file
      const value = JSON.parse(file.text)
      value.properties.lugarId = { type: 'integer', title: 'Lugar', reference: { to: 'lugares', where: { [theirs]: own } } }
      return { ...file, text: JSON.stringify(value, null, 2) }
    }),
  ]
  const lines = files.find(({ path }) => path === bookingFiles.schema)?.text.split('\n') ?? []
  return readModel(files).problems.map(({ code, line }) => `${code} at ${lines[(line ?? 1) - 1]?.trim()}`)
}

it('takes a field of the same type', () => {
  expect(told('mesa', '$mesa')).toEqual([])
  expect(told('nome', '$nome')).toEqual([])
})

it.each([
  ['a field that the record has not', 'mesa', '$messa', 'field-unknown'],
  ['a field that the choices have not', 'messa', '$mesa', 'field-unknown'],
  ['itself', 'mesa', '$lugarId', 'narrowing-unfit'],
  ['a field of another type', 'mesa', '$nome', 'narrowing-unfit'],
  ['a plain number beside a reference', 'produtoId', '$mesa', 'narrowing-unfit'],
  ['what is not stored', 'soma', '$mesa', 'narrowing-unfit'],
  ['what not everybody reads', 'custo', '$mesa', 'narrowing-unfit'],
])('refuses %s at its line', (_, theirs, own, code) => {
  expect(told(theirs, own)).toEqual([`${code} at "${theirs}": "${own}"`])
})
