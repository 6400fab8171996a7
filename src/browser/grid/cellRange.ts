import { headerRow } from './cellAddress.ts'
import type { GridState } from './gridState.ts'
import { cellIndexOf, type GridView } from './gridView.ts'

/** Cells chosen together, by index, ends included. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The block between anchor and focus; the focused cell alone when there is no anchor; nothing in the header. */
export function selectedRange<Row>(view: GridView<Row>, state: Pick<GridState, 'anchor' | 'focus'>): CellRange | undefined {
  const focus = state.focus()
  if (!focus || focus.row === headerRow) return undefined
  const drawn = state.anchor()
  const anchor = drawn && view.indexOf.has(drawn.row) ? drawn : focus
  const a = cellIndexOf(view, anchor)
  const b = cellIndexOf(view, focus)
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

export const isSingleCell = ({ top, bottom, left, right }: CellRange): boolean => top === bottom && left === right

export const rangeSize = ({ top, bottom, left, right }: CellRange): { readonly rows: number; readonly columns: number } => ({
  rows: bottom - top + 1,
  columns: right - left + 1,
})

/** The first and last column of the block in a row, as one text; '' outside of it. A block of one cell is no block. */
export function rangeColumnsInRow<Row>(view: GridView<Row>, state: Pick<GridState, 'anchor' | 'focus'>, row: number): string {
  if (!state.anchor()) return ''
  const block = selectedRange(view, state)
  if (!block || isSingleCell(block) || row < block.top || row > block.bottom) return ''
  return `${block.left}:${block.right}`
}

/** A copied table laid over a block: one cell fills it, a table that fits it several times repeats, any other keeps its size. */
export function tiledOverRange(cells: readonly (readonly string[])[], block: CellRange): readonly (readonly string[])[] {
  const { rows, columns } = rangeSize(block)
  const height = cells.length
  const width = Math.max(...cells.map(line => line.length))
  if (rows % height !== 0 || columns % width !== 0) return cells
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row % height]?.[column % width] ?? ''),
  )
}
