import { expect, test } from 'vitest'
import { rangeColumnsInRow, selectedRange, tiledOverRange } from './cellRange.ts'
import { createGridState } from './gridState.ts'
import type { GridView } from './gridView.ts'

const view = {
  columns: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
  ids: ['1', '2', '3'],
  indexOf: new Map([
    ['1', 0],
    ['2', 1],
    ['3', 2],
  ]),
} as unknown as GridView<object>

test('a block lies between where it began and the focus', () => {
  const state = createGridState()
  state.setFocus({ row: '3', column: 'c' })
  state.setFocus({ row: '2', column: 'a' }, false, true)
  expect(selectedRange(view, state)).toEqual({ top: 1, bottom: 2, left: 0, right: 2 })
  expect(['1', '2', '3'].map((_, row) => rangeColumnsInRow(view, state, row))).toEqual(['', '0:2', '0:2'])
  state.setFocus({ row: '2', column: 'a' })
  expect(rangeColumnsInRow(view, state, 1)).toBe('')
})

test('a copied cell fills the block, a table that fits repeats, any other keeps its size', () => {
  const block = { top: 0, bottom: 1, left: 0, right: 1 }
  expect(tiledOverRange([['x']], block)).toEqual([
    ['x', 'x'],
    ['x', 'x'],
  ])
  expect(tiledOverRange([['x', 'y']], block)).toEqual([
    ['x', 'y'],
    ['x', 'y'],
  ])
  expect(tiledOverRange([['x', 'y', 'z']], block)).toEqual([['x', 'y', 'z']])
})
