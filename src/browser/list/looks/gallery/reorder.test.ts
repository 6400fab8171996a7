import { expect, it } from 'vitest'
import { renumbered, reordered } from './reorder.ts'

const rows = [1, 2, 3, 4].map(id => ({ id, ordem: id <= 2 ? id : 999 }))
const ids = (of: readonly { readonly id: unknown }[]) => of.map(({ id }) => id)
const numbers = (id: string, beside: string, after: boolean) =>
  renumbered(reordered(rows, id, { id: beside, after }), id, 'ordem').map(({ row, number }) => [row.id, number])

it('puts a card before another, or behind it', () => {
  expect(ids(reordered(rows, '4', { id: '2', after: false }))).toEqual([1, 4, 2, 3])
  expect(ids(reordered(rows, '1', { id: '3', after: true }))).toEqual([2, 3, 1, 4])
  expect(reordered(rows, '1', { id: '1', after: true })).toBe(rows)
  expect(reordered(rows, '9', { id: '1', after: true })).toBe(rows)
})

it('numbers up to what moved, and leaves behind it what has no number yet', () => {
  expect(numbers('2', '1', false)).toEqual([
    [2, 1],
    [1, 2],
  ])
  expect(numbers('4', '1', false)).toEqual([
    [4, 1],
    [1, 2],
    [2, 3],
  ])
  expect(numbers('1', '3', true)).toEqual([
    [2, 1],
    [3, 2],
    [1, 3],
  ])
})

it('goes on numbering where those behind would come before', () => {
  const tied = [1, 2, 3].map(id => ({ id, ordem: 1 }))
  const after = reordered(tied, '2', { id: '1', after: false })
  expect(renumbered(after, '2', 'ordem').map(({ row, number }) => [row.id, number])).toEqual([
    [1, 2],
    [3, 3],
  ])
})
