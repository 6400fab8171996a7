import { type CellAddress, type CellIndex, headerRow } from './cellAddress.ts'
import type { RangeCommands } from './cellChanges.ts'
import type { GridColumn } from './columns/gridColumn.ts'
import type { Edits } from './edit/edits.ts'
import type { GridState } from './gridState.ts'
import type { Selection } from './selection.ts'

/** The view of the grid at this moment, as keys and clicks need it. */
export interface GridView<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly selection: Selection
  onSelect?: ((selection: Selection) => void) | undefined
  onOpen?: ((row: Row) => void) | undefined
  onSort?: ((columnId: string) => void) | undefined
  resize(columnId: string, by: number): void
  /** Moves a column past its neighbour; false when there is none to pass. */
  moveColumnBy(columnId: string, by: -1 | 1): boolean
  moveColumnBefore(columnId: string, before: string): void
  moveRow?: ((rowId: string, to: -1 | 1 | { readonly before: string | undefined }) => boolean) | undefined
  onUndo?: (() => unknown) | undefined
  onRedo?: (() => unknown) | undefined
  onDuplicate?: ((rowId: string) => unknown) | undefined
  onRemove?: ((rowId: string) => unknown) | undefined
  /** Rows that fit. */
  pageSize(): number
}

/** The grid's parts that keys and clicks work on. */
export interface GridCommandContext<Row> {
  readonly state: GridState
  readonly edits: Edits
  batch(): RangeCommands
  view(): GridView<Row>
}

export const cellIndexOf = <Row>(view: GridView<Row>, address: CellAddress): CellIndex => ({
  row: address.row === headerRow ? -1 : (view.indexOf.get(address.row) ?? 0),
  column: Math.max(
    0,
    view.columns.findIndex(column => column.id === address.column),
  ),
})

export function cellAddressAt<Row>(view: GridView<Row>, point: CellIndex): CellAddress | undefined {
  const column = view.columns[point.column]
  const row = point.row < 0 ? headerRow : view.ids[point.row]
  return column && row !== undefined ? { row, column: column.id } : undefined
}

export function gridRowAt<Row>(view: GridView<Row>, address: CellAddress): Row | undefined {
  const index = view.indexOf.get(address.row)
  return index === undefined ? undefined : view.rows[index]
}

export const gridColumnAt = <Row>(view: GridView<Row>, address: CellAddress): GridColumn<Row> | undefined =>
  view.columns.find(column => column.id === address.column)

export function isCellEditable<Row>(view: GridView<Row>, address: CellAddress | undefined): boolean {
  if (!address) return false
  const row = gridRowAt(view, address)
  return row !== undefined && (gridColumnAt(view, address)?.editable?.(row) ?? false)
}
