import { createContext, type ReactNode, useContext } from 'react'
import type { UnreadableCell } from './cellChanges.ts'
import type { GridColumn } from './columns/gridColumn.ts'
import type { Edits } from './edit/edits.ts'
import type { PendingChanges } from './edit/pendingChanges.ts'
import type { GridState } from './gridState.ts'
import type { Interaction } from './keyboard/interaction.ts'

/** The properties of an editor in a cell. */
export interface CellEditorProps<Row> {
  readonly id: string
  readonly row: Row
  readonly column: GridColumn<Row>
  readonly value: unknown
  readonly invalid: boolean
  readonly describedBy: string | undefined
  /** A new value; with a reason, in words, when it cannot be saved as it stands. */
  onChange(value: unknown, reason?: string): void
  /** The same for a letter typed in a control that holds its text by itself: it is drawn already. */
  onType(value: unknown, reason?: string): void
  /** A text that is no value yet, for nobody has answered what it means: asked for when the cell is left so. */
  onOpen(text: string, reason: string): void
  /** Ends editing and saves at once. */
  onCommit(): void
  /** Ends editing and takes it back. */
  onCancel(): void
}

/** The parts that the grid's owner draws. Keep these functions the same between renders (useCallback): rows render when they change. */
export interface GridSlots<Row> {
  cell(row: Row, column: GridColumn<Row>): ReactNode
  editor?: ((edit: CellEditorProps<Row>) => ReactNode) | undefined
  value(row: Row, column: GridColumn<Row>): unknown
}

/** The grid's own parts, the same objects as long as it lives. */
export interface GridContext {
  readonly id: string
  readonly state: GridState
  readonly edits: Edits
  readonly interaction: Interaction
  readonly pending: PendingChanges
  /** Puts texts that cannot be read into their cells, and takes others of that sort away. */
  setUnreadable(cells: readonly UnreadableCell[]): void
  /** The columns of the drawn block in a row, `first:last`; '' outside of it. */
  rangeIn(rowIndex: number): string
}

const Context = createContext<GridContext | undefined>(undefined)

export const GridProvider = Context.Provider

export function useGridContext(): GridContext {
  const parts = useContext(Context)
  if (!parts) throw new Error('no grid')
  return parts
}
