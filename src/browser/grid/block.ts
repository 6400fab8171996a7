import { header } from './place.ts'
import type { GridState } from './state.ts'
import { pointOf, type View } from './view.ts'

/** Cells chosen together, by index, ends included. */
export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The block between anchor and focus; the focused cell alone when there is no anchor; nothing in the header. */
export function blockOf<Row>(view: View<Row>, state: Pick<GridState, 'anchor' | 'focus'>): Block | undefined {
  const focus = state.focus()
  if (!focus || focus.row === header) return undefined
  const drawn = state.anchor()
  const anchor = drawn && view.indexOf.has(drawn.row) ? drawn : focus
  const a = pointOf(view, anchor)
  const b = pointOf(view, focus)
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

export const isOneCell = ({ top, bottom, left, right }: Block): boolean => top === bottom && left === right

export const sizeOf = ({ top, bottom, left, right }: Block): { readonly rows: number; readonly columns: number } => ({
  rows: bottom - top + 1,
  columns: right - left + 1,
})

/** The first and last column of the block in a row, as one text; '' outside of it. A block of one cell is no block. */
export function blockInRow<Row>(view: View<Row>, state: Pick<GridState, 'anchor' | 'focus'>, row: number): string {
  if (!state.anchor()) return ''
  const block = blockOf(view, state)
  if (!block || isOneCell(block) || row < block.top || row > block.bottom) return ''
  return `${block.left}:${block.right}`
}

/** A copied table laid over a block: one cell fills it, a table that fits it several times repeats, any other keeps its size. */
export function laidOver(cells: readonly (readonly string[])[], block: Block): readonly (readonly string[])[] {
  const { rows, columns } = sizeOf(block)
  const height = cells.length
  const width = Math.max(...cells.map(line => line.length))
  if (rows % height !== 0 || columns % width !== 0) return cells
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row % height]?.[column % width] ?? ''),
  )
}
