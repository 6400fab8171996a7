import type { GridColumn } from './column.ts'
import type { Edits } from './edits.ts'
import type { Batch } from './exchange.ts'
import { header, type Place, type Point } from './place.ts'
import type { Selection } from './selection.ts'
import type { GridState } from './state.ts'

/** What the grid shows at this moment, as keys and clicks need it. */
export interface View<Row> {
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
  carry(columnId: string, by: -1 | 1): boolean
  place(columnId: string, before: string): void
  lift?: ((rowId: string, to: -1 | 1 | { readonly before: string | undefined }) => boolean) | undefined
  onUndo?: (() => unknown) | undefined
  onRedo?: (() => unknown) | undefined
  onDuplicate?: ((rowId: string) => unknown) | undefined
  onRemove?: ((rowId: string) => unknown) | undefined
  /** Rows that fit. */
  page(): number
}

/** The grid's parts that keys and clicks work on. */
export interface Board<Row> {
  readonly state: GridState
  readonly edits: Edits
  batch(): Batch
  view(): View<Row>
}

export const pointOf = <Row>(view: View<Row>, place: Place): Point => ({
  row: place.row === header ? -1 : (view.indexOf.get(place.row) ?? 0),
  column: Math.max(
    0,
    view.columns.findIndex(column => column.id === place.column),
  ),
})

export function placeAt<Row>(view: View<Row>, point: Point): Place | undefined {
  const column = view.columns[point.column]
  const row = point.row < 0 ? header : view.ids[point.row]
  return column && row !== undefined ? { row, column: column.id } : undefined
}

export function rowAt<Row>(view: View<Row>, place: Place): Row | undefined {
  const index = view.indexOf.get(place.row)
  return index === undefined ? undefined : view.rows[index]
}

export const columnAt = <Row>(view: View<Row>, place: Place): GridColumn<Row> | undefined =>
  view.columns.find(column => column.id === place.column)

export function mayEdit<Row>(view: View<Row>, place: Place | undefined): boolean {
  if (!place) return false
  const row = rowAt(view, place)
  return row !== undefined && (columnAt(view, place)?.editable?.(row) ?? false)
}
