import { expect, it } from 'vitest'
import type { Field } from '../../../../model/model.ts'
import { type BoardCards, boardColumns, cardBeside, withMoved } from './boardColumns.ts'

const field = {
  name: 'status',
  title: 'Situação',
  kind: 'choice',
  required: false,
  choices: [
    { value: 'A', title: 'Aberto', tone: 'info' },
    { value: 'B', title: 'Pronto' },
  ],
} as unknown as Field

const places = (of: Field, filter?: Parameters<typeof boardColumns>[1]) =>
  boardColumns(of, filter, 'Sem situação').map(({ place }) => place)

const board: readonly BoardCards[] = [
  {
    place: 'A',
    value: 'A',
    title: 'Aberto',
    rows: [
      { id: 1, status: 'A' },
      { id: 2, status: 'A' },
    ],
    count: 9,
  },
  { place: 'B', value: 'B', title: 'Pronto', rows: [], count: 0 },
  { place: '', value: null, title: 'Sem situação', rows: [{ id: 3, status: null }], count: 1 },
]

it('has a column for each option, and one for what has none where that may be', () => {
  expect(places(field)).toEqual(['A', 'B', ''])
  expect(places({ ...field, required: true })).toEqual(['A', 'B'])
})

it('leaves the columns that the filter leaves', () => {
  expect(places(field, { eq: 'B' })).toEqual(['B'])
  expect(places(field, { in: ['A'] })).toEqual(['A'])
  expect(places(field, { none: true })).toEqual([''])
  expect(places(field, { in: ['A'], none: true })).toEqual(['A', ''])
  expect(places(field, { eq: '' })).toEqual(['A', 'B', ''])
})

it('draws a moved card at the head of its column, and counts it there', () => {
  const [a, b] = withMoved(board, { id: 2, status: 'A' }, 'status', 'B')
  expect(a).toMatchObject({ rows: [{ id: 1 }], count: 8 })
  expect(b).toMatchObject({ rows: [{ id: 2, status: 'B' }], count: 1 })
  const saved = withMoved(board, { id: 2, status: 'A' }, 'status', 'B', { id: 2, status: 'B', version: 4 })
  expect(saved[1]?.rows[0]).toEqual({ id: 2, status: 'B', version: 4 })
  expect(withMoved(board, { id: 2 }, 'status', 'Z')).toBe(board)
})

it('knows the card beside another, over empty columns', () => {
  expect(cardBeside(board, '1', 'ArrowDown')).toBe('2')
  expect(cardBeside(board, '1', 'ArrowUp')).toBeUndefined()
  expect(cardBeside(board, '2', 'ArrowRight')).toBe('3')
  expect(cardBeside(board, '3', 'ArrowLeft')).toBe('1')
  expect(cardBeside(board, '1', 'End')).toBe('2')
})
