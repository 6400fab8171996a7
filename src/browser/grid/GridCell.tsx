// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import { memo, type ReactNode } from 'react'
import { CellStatusIcon } from './CellStatusIcon.tsx'
import { type GridColumn, gridColumnWidth, textSurelyFits } from './columns/gridColumn.ts'
import { CellEditor } from './edit/CellEditor.tsx'
import type { GridSlots } from './gridContext.ts'
import type { CellStatus, EditedCell } from './gridState.ts'

interface CellProps<Row> {
  readonly row: Row
  readonly rowId: string
  readonly column: GridColumn<Row>
  readonly index: number
  readonly offset: number | undefined
  /** Its place among the tracks, where columns before it are not drawn. */
  readonly track: number | undefined
  /** Whether its title stands over it. */
  readonly stacked: boolean
  readonly slots: GridSlots<Row>
  readonly focused: boolean
  /** Within the drawn block. */
  readonly chosen: boolean
  readonly editing: EditedCell | undefined
  readonly status: CellStatus | undefined
  readonly problem: string | undefined
  /** Drawn by the grid itself in place of the owner's cell: a checkbox, an arrow. */
  readonly content: ReactNode
}

function Cell<Row>({
  row,
  rowId,
  column,
  index,
  offset,
  track,
  stacked,
  slots,
  focused,
  chosen,
  editing,
  status,
  problem,
  content,
}: CellProps<Row>) {
  const editable = column.editable?.(row) ?? false
  const address = { row: rowId, column: column.id }

  // A value that is still being read is not wrong yet.
  const reason = status?.state === 'failed' ? status.reason : status?.state === 'reading' ? undefined : problem
  const signed = status !== undefined || problem !== undefined
  const shown = editing ? undefined : (content ?? shownIn(status) ?? slots.cell(row, column))
  return (
    <div
      role="gridcell"
      className={cellClass(column, editable, editing !== undefined, chosen, !signed && textSurelyFits(shown, column))}
      style={
        stacked || (offset === undefined && track === undefined)
          ? undefined
          : { [column.pin === 'end' ? 'right' : 'left']: offset, gridColumn: track }
      }
      data-row={rowId}
      data-column={column.id}
      data-state={status?.state ?? (problem === undefined ? undefined : 'failed')}
      tabIndex={focused ? 0 : -1}
      aria-colindex={index + 1}
      aria-selected={chosen || undefined}
      aria-readonly={column.control || column.tool ? undefined : !editable}
      aria-invalid={reason === undefined ? undefined : true}
      aria-busy={status?.state === 'saving' || status?.state === 'reading' ? true : undefined}
      title={reason}
    >
      {stacked && !column.tool && (
        <span className="grid-caption" aria-hidden>
          {column.title}
        </span>
      )}
      {editing ? (
        <CellEditor row={row} column={column} editing={editing} status={status} slots={slots} />
      ) : (
        <div className="grid-content">{shown}</div>
      )}
      {signed && (
        <CellStatusIcon address={address} status={status} problem={problem} open={focused} editing={editing !== undefined} />
      )}
    </div>
  )
}

/** Returns the pasted text, until it is saved or given up. */
const shownIn = (status: CellStatus | undefined): string | undefined => (status?.shown === '' ? ' ' : status?.shown)

/** Pixels from which a column takes two places of a card. */
const wide = 180

function cellClass<Row>(column: GridColumn<Row>, editable: boolean, editing: boolean, chosen: boolean, short: boolean): string {
  const names = ['grid-cell', `is-${column.align ?? 'start'}`]
  if (short) names.push('is-short')
  if (column.pin) names.push('is-pinned', `pin-${column.pin}`)
  if (column.tool) names.push('is-tool')
  else if (gridColumnWidth(column, {}) >= wide) names.push('is-wide')
  if (editable) names.push('is-editable')
  if (editing) names.push('is-editing')
  if (chosen) names.push('is-chosen')
  return names.join(' ')
}

/** One cell, without a hook of its own: thousands come and go as the grid scrolls. Renders when its value, its focus, its editing or its mark changed, never when others did. */
export const GridCell = memo(Cell) as typeof Cell
