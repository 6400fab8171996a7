import { expect, test } from 'vitest'
import { carried, inOrder, placedBefore } from './order.ts'

const columns = [{ id: 'a', pin: 'start' as const }, { id: 'b' }, { id: 'c' }, { id: 'd' }]

test('columns stand as somebody put them; new ones behind their neighbour', () => {
  expect(inOrder(columns, []).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(inOrder(columns, ['a', 'd', 'b']).map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c'])
})

test('a column passes its neighbour of the same side', () => {
  expect(carried(columns, 'b', 1)).toEqual(['a', 'c', 'b', 'd'])
  expect(carried(columns, 'b', -1)).toBeUndefined()
  expect(carried(columns, 'd', 1)).toBeUndefined()
  expect(placedBefore(columns, 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
  expect(placedBefore(columns, 'd', 'a')).toBeUndefined()
})
