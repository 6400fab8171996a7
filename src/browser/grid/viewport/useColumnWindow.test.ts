import { expect, test } from 'vitest'
import { columnStarts, columnWindowOf } from './useColumnWindow.ts'

const columns = Array.from({ length: 30 }, (_, index) => ({ id: `c${index}`, title: '', width: 100 }))

test('only columns that touch the view are drawn', () => {
  const starts = columnStarts(columns, { c0: 200 })
  expect(starts.slice(0, 3)).toEqual([0, 200, 300])
  expect(columnWindowOf(starts, -400, 450)).toEqual({ first: 0, last: 3 })
  expect(columnWindowOf(starts, 450, 650)).toEqual({ first: 3, last: 5 })
  expect(columnWindowOf(starts, 2900, 9000)).toEqual({ first: 28, last: 29 })
})
