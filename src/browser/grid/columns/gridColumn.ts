import type { ReactNode } from 'react'

/** One column of a grid, for rows of any shape. */
export interface GridColumn<Row> {
  readonly id: string
  readonly title: string
  /** In place of the title in the header: a checkbox, an icon. */
  readonly head?: ReactNode
  /** Pixels before the user resizes. */
  readonly width?: number
  readonly minWidth?: number
  /** Pixels down to which it gives way to the others before the row scrolls sideways. */
  readonly least?: number
  /** Keeps its width when there is room to spare (a code, a switch); others grow in proportion to theirs. */
  readonly fixed?: boolean
  readonly align?: 'start' | 'end' | 'center'
  /** Stays in view while the others scroll sideways. */
  readonly pin?: 'start' | 'end'
  /** Not shown, as the user chose; it keeps its place. */
  readonly hidden?: boolean
  readonly sortable?: boolean
  /** Marked in the header. */
  readonly required?: boolean
  /** The cell holds controls of its own (switch, menu): Enter and Space reach for them. */
  readonly control?: boolean
  /** The column is part of the grid and no data: not copied, not resized, not chosen. */
  readonly tool?: boolean
  /** Saves by itself this long after the last change (700 ms typed, 100 ms chosen); absent: on Enter or when left. */
  readonly wait?: number
  /** Tells whether the cell of this row may be edited. */
  editable?(row: Row): boolean
  /** Returns the cell as plain text: copied, announced. */
  text?(row: Row): string
}

export const defaultWidth = 160
export const minimumWidth = 56

/** Tracks of every row. A width the user chose, a tool's and a fixed one are kept; the others share what is left. */
export function gridTracks<Row>(columns: readonly GridColumn<Row>[], widths: Readonly<Record<string, number>>): string {
  const grows = columns.some(column => !column.fixed && !column.tool && widths[column.id] === undefined)
  return columns
    .map((column, i) => {
      const width = gridColumnWidth(column, widths)
      const kept = column.fixed || column.tool || widths[column.id] !== undefined
      const last = !grows && i === lastData(columns)
      return kept && !last ? `${width}px` : `minmax(${minimumColumnWidth(column, widths)}px, ${width}fr)`
    })
    .join(' ')
}

function lastData<Row>(columns: readonly GridColumn<Row>[]): number {
  return columns.findLastIndex(column => !column.tool)
}

export function gridColumnWidth<Row>(column: GridColumn<Row>, widths: Readonly<Record<string, number>>): number {
  return Math.max(column.tool ? 0 : (column.minWidth ?? minimumWidth), widths[column.id] ?? column.width ?? defaultWidth)
}

/** A wide text gives way before the row scrolls sideways. */
const roomy = 200

/** The narrowest a column is painted: its width, or less where it shares the room with others and can do with less. */
export function minimumColumnWidth<Row>(column: GridColumn<Row>, widths: Readonly<Record<string, number>>): number {
  const width = gridColumnWidth(column, widths)
  const kept = column.fixed || column.tool || widths[column.id] !== undefined
  if (kept) return width
  if (column.least !== undefined) return Math.min(width, column.least)
  return width <= roomy ? width : Math.max(roomy, Math.round(width * 0.6))
}

/** Pixels of a wide letter, and of a cell's edges. */
const [letter, edges] = [11, 24]

/** Tells whether what a cell shows is a text that surely has room in its column, as long as nobody narrows it: then it need not be cut. */
export const textSurelyFits = <Row>(shown: ReactNode, column: GridColumn<Row>): boolean =>
  typeof shown === 'string' && shown.length * letter + edges <= minimumColumnWidth(column, {})

/** Distance of each pinned column from the edge it is pinned to. */
export function pinOffsets<Row>(
  columns: readonly GridColumn<Row>[],
  widths: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const offsets: Record<string, number> = {}
  let start = 0
  for (const column of columns) {
    if (column.pin !== 'start') continue
    offsets[column.id] = start
    start += gridColumnWidth(column, widths)
  }
  let end = 0
  for (const column of columns.toReversed()) {
    if (column.pin !== 'end') continue
    offsets[column.id] = end
    end += gridColumnWidth(column, widths)
  }
  return offsets
}

/** Pixels taken by the pinned columns of one side. */
export function pinnedWidth<Row>(
  columns: readonly GridColumn<Row>[],
  widths: Readonly<Record<string, number>>,
  side: 'start' | 'end',
): number {
  return columns.filter(column => column.pin === side).reduce((sum, column) => sum + minimumColumnWidth(column, widths), 0)
}

/** Pixels under which the grid scrolls sideways. */
export const minimumTotalWidth = <Row>(columns: readonly GridColumn<Row>[], widths: Readonly<Record<string, number>>): number =>
  columns.reduce((sum, column) => sum + minimumColumnWidth(column, widths), 0)
