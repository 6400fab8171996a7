import { expect, test } from 'vitest'
import { inColumnOrder, moveColumnBefore, moveColumnBy } from './columnOrder.ts'

const columns = [{ id: 'a', pin: 'start' as const }, { id: 'b' }, { id: 'c' }, { id: 'd' }]

test('columns stand as somebody put them; new ones behind their neighbour', () => {
  expect(inColumnOrder(columns, []).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(inColumnOrder(columns, ['a', 'd', 'b']).map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c'])
})

test('a column passes its neighbour of the same side', () => {
  expect(moveColumnBy(columns, 'b', 1)).toEqual(['a', 'c', 'b', 'd'])
  expect(moveColumnBy(columns, 'b', -1)).toBeUndefined()
  expect(moveColumnBy(columns, 'd', 1)).toBeUndefined()
  expect(moveColumnBefore(columns, 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
  expect(moveColumnBefore(columns, 'd', 'a')).toBeUndefined()
})
