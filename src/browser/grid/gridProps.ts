import type { ReactNode, Ref } from 'react'
import type { CellAddress } from './cellAddress.ts'
import type { CellChange, CellSaveResult, ParsedCellText, UnreadableCell, UnreadableInput } from './cellChanges.ts'
import type { Density } from './columns/density.ts'
import type { GridSort } from './columns/GridHeader.tsx'
import type { GridColumn } from './columns/gridColumn.ts'
import type { RowTone } from './GridRow.tsx'
import type { CellEditorProps } from './gridContext.ts'
import type { Selection } from './selection.ts'

/** The commands of a grid's owner. */
export interface GridHandle {
  /** Draws a cell, wherever its row is, and gives it the keyboard: at once, so that no key that follows is lost. */
  reveal(address: CellAddress): void
  /** Puts texts that cannot be read into their cells, and takes others of that sort away. */
  setUnreadable(cells: readonly UnreadableCell[]): void
}

export interface GridProps<Row extends object> {
  /** Says what the grid holds: 'Produtos'. */
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  /** Where its columns do not fit beside each other a row stands as a card, each value under its title; else it scrolls sideways. */
  readonly stack?: boolean | undefined
  readonly rows: readonly Row[]
  rowId(row: Row): string
  /** Returns the content of a cell; keep the function (useCallback), rows render when it changes. */
  cell(row: Row, column: GridColumn<Row>): ReactNode
  /** The control of an edited cell. */
  editor?: ((edit: CellEditorProps<Row>) => ReactNode) | undefined
  /** The value an editor starts from; the row's property of the column's id when left out. */
  value?: ((row: Row, column: GridColumn<Row>) => unknown) | undefined
  /**
   * A cell was edited. A promise marks the cell as being saved, its rejection as failed with the message as the reason;
   * an owner that keeps the rows itself (a child list) returns nothing. `restores`: Esc took back what was saved while it was typed.
   */
  onEdit?: ((rowId: string, columnId: string, value: unknown, restores?: boolean) => Promise<void> | void) | undefined
  /** Reads a text for a cell that was pasted, or `typed` in an editor that could not read it; without it nothing is pasted. */
  parse?:
    | ((text: string, row: Row, column: GridColumn<Row>, typed?: boolean) => ParsedCellText | Promise<ParsedCellText>)
    | undefined
  /**
   * Saves many cells at once, all or none; with `valid` the right rows alone. Gives what became of it. Without it each cell goes
   * to `onEdit`, for owners that keep the rows themselves.
   */
  onBatch?: ((changes: readonly CellChange[], valid: boolean) => Promise<CellSaveResult>) | undefined
  /** Texts that stood in cells unread when the grid is drawn first. */
  readonly unreadable?: readonly UnreadableCell[] | undefined
  /** A text in a cell cannot be read, or no longer stands there: the owner cannot save the row as it is. `left`: at rest. */
  onUnreadable?: ((row: string, column: string, unread: UnreadableInput | undefined, left: boolean) => void) | undefined
  /** The same for owners that keep the rows themselves: one change of theirs. */
  onEditMany?: ((changes: readonly CellChange[]) => void) | undefined
  /** Adds rows at the end, for a pasted table that is longer than what is left. */
  addRows?: ((count: number) => void) | undefined
  /** Takes back what was saved last; does it again. Undefined when there is nothing. */
  onUndo?: (() => unknown) | undefined
  onRedo?: (() => unknown) | undefined
  /** Moves a row past its neighbour (Alt and an arrow) or before another one (dragged): false when it may not. */
  onMoveRow?: ((rowId: string, to: -1 | 1 | { readonly before: string | undefined }) => boolean) | undefined
  /** Ctrl+Shift+D and Ctrl+Delete. */
  onDuplicate?: ((rowId: string) => unknown) | undefined
  onRemove?: ((rowId: string) => unknown) | undefined
  readonly selection?: Selection | undefined
  onSelect?: ((selection: Selection) => void) | undefined
  /** Enter on a cell that is not edited, Ctrl+Enter on any. */
  onOpen?: ((row: Row) => void) | undefined
  readonly order?: readonly GridSort[] | undefined
  onSort?: ((columnId: string) => void) | undefined
  readonly density?: Density | undefined
  tone?: ((row: Row) => RowTone | undefined) | undefined
  /** Returns the name of a row, for the labels of its checkbox and its arrow. */
  rowName?: ((row: Row) => string) | undefined
  readonly expanded?: ReadonlySet<string> | undefined
  onExpand?: ((rowId: string) => void) | undefined
  detail?: ((row: Row) => ReactNode) | undefined
  /** Reasons found elsewhere (on saving the form), by `column.row`. */
  readonly problems?: ReadonlyMap<string, string> | undefined
  footer?: ((column: GridColumn<Row>) => ReactNode) | undefined
  /** Shown in place of rows when there are none. */
  readonly empty?: ReactNode
  /** Rows of a skeleton shown before the first rows are there. */
  readonly skeleton?: number | undefined
  /** Old rows while new ones are on their way. */
  readonly dimmed?: boolean | undefined
  /** Rows before the first and in all, when `rows` is a page of them. */
  readonly firstRow?: number | undefined
  readonly rowCount?: number | undefined
  /** Name under which this user's column widths are kept. */
  readonly layoutName?: string | undefined
  /** As high as its rows, up to this many pixels; without it the grid fills its place. */
  readonly maxHeight?: number | undefined
  readonly handle?: Ref<GridHandle> | undefined
}
