import type { CellIndex } from '../cellAddress.ts'

/** A step through the grid, whatever key or button asked for it. */
export type CellStep =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'rowStart'
  | 'rowEnd'
  | 'first'
  | 'last'
  | 'columnStart'
  | 'columnEnd'
  | 'pageUp'
  | 'pageDown'

/** The extent of the grid for a step. */
export interface GridExtent {
  readonly rows: number
  readonly columns: number
  /** Rows that fit the view. */
  readonly page: number
}

/** Where a step leads; it stops at the edges. From the first row upwards lies the header, row -1. */
export function cellAfterStep(from: CellIndex, step: CellStep, extent: GridExtent): CellIndex {
  const lastRow = extent.rows - 1
  const lastColumn = extent.columns - 1
  const jump = Math.max(1, extent.page - 1)
  const to = (row: number, column: number): CellIndex => ({
    row: Math.min(Math.max(row, -1), lastRow),
    column: Math.min(Math.max(column, 0), Math.max(lastColumn, 0)),
  })
  const { row, column } = from
  switch (step) {
    case 'up':
      return to(row - 1, column)
    case 'down':
      return to(row + 1, column)
    case 'left':
      return to(row, column - 1)
    case 'right':
      return to(row, column + 1)
    case 'rowStart':
      return to(row, 0)
    case 'rowEnd':
      return to(row, lastColumn)
    case 'first':
      return to(Math.min(0, lastRow), 0)
    case 'last':
      return to(lastRow, lastColumn)
    case 'columnStart':
      return to(Math.min(0, lastRow), column)
    case 'columnEnd':
      return to(lastRow, column)
    case 'pageUp':
      return to(row <= 0 ? row : Math.max(0, row - jump), column)
    case 'pageDown':
      return to(row + jump, column)
  }
}

/** The next cell that `takes` accepts, in reading order, wrapping at the ends of rows; undefined past the last. */
export function nextCell(
  from: CellIndex,
  by: 1 | -1,
  extent: GridExtent,
  takes: (point: CellIndex) => boolean,
): CellIndex | undefined {
  const size = extent.rows * extent.columns
  for (let at = from.row * extent.columns + from.column + by; at >= 0 && at < size; at += by) {
    const point = { row: Math.floor(at / extent.columns), column: at % extent.columns }
    if (takes(point)) return point
  }
  return undefined
}
