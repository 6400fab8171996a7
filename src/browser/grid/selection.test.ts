import { expect, test } from 'vitest'
import { extendSelection, noSelection, selectionExtent, toggleAllRows, toggleRow } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('one row more, one row less', () => {
  const one = toggleRow(noSelection, 'a')
  expect([...one]).toEqual(['a'])
  expect(toggleRow(one, 'a').size).toBe(0)
})

test('Shift takes the rows between in the state of the first', () => {
  expect([...extendSelection(new Set(['b']), ids, 'b', 'd')]).toEqual(['b', 'c', 'd'])
  expect([...extendSelection(new Set(['a', 'b', 'c']), ids, 'd', 'b')]).toEqual(['a'])
  expect([...extendSelection(noSelection, ids, undefined, 'c')]).toEqual(['c'])
  expect([...extendSelection(noSelection, ids, 'gone', 'c')]).toEqual(['c'])
})

test('all rows in view, without losing those of other pages', () => {
  const all = toggleAllRows(new Set(['z', 'a']), ids)
  expect([...all].sort()).toEqual(['a', 'b', 'c', 'd', 'z'])
  expect(selectionExtent(all, ids)).toBe('all')
  expect([...toggleAllRows(all, ids)]).toEqual(['z'])
  expect(selectionExtent(new Set(['a']), ids)).toBe('some')
  expect(selectionExtent(noSelection, [])).toBe('none')
})
