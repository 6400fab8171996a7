import { expect, test } from 'vitest'
import { extend, extentOf, nothing, toggle, toggleAll } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('one row more, one row less', () => {
  const one = toggle(nothing, 'a')
  expect([...one]).toEqual(['a'])
  expect(toggle(one, 'a').size).toBe(0)
})

test('Shift takes the rows between in the state of the first', () => {
  expect([...extend(new Set(['b']), ids, 'b', 'd')]).toEqual(['b', 'c', 'd'])
  expect([...extend(new Set(['a', 'b', 'c']), ids, 'd', 'b')]).toEqual(['a'])
  expect([...extend(nothing, ids, undefined, 'c')]).toEqual(['c'])
  expect([...extend(nothing, ids, 'gone', 'c')]).toEqual(['c'])
})

test('all rows in view, without losing those of other pages', () => {
  const all = toggleAll(new Set(['z', 'a']), ids)
  expect([...all].sort()).toEqual(['a', 'b', 'c', 'd', 'z'])
  expect(extentOf(all, ids)).toBe('all')
  expect([...toggleAll(all, ids)]).toEqual(['z'])
  expect(extentOf(new Set(['a']), ids)).toBe('some')
  expect(extentOf(nothing, [])).toBe('none')
})
