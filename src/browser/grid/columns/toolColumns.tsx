import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useGridContext } from '../gridContext.ts'
import { gridMessages } from '../gridMessages.ts'
import { type Selection, selectionExtent, toggleAllRows } from '../selection.ts'
import type { GridColumn } from './gridColumn.ts'

/** Columns of the grid itself, before the owner's. */
export const selectColumn: GridColumn<never> = {
  id: '!select',
  title: gridMessages.select,
  width: 40,
  tool: true,
  pin: 'start',
  align: 'center',
}
export const rowGripColumn: GridColumn<never> = {
  id: '!move',
  title: gridMessages.moveRow,
  head: null,
  width: 28,
  tool: true,
  pin: 'start',
  align: 'center',
}
export const expandColumn: GridColumn<never> = {
  id: '!expand',
  title: gridMessages.detail,
  head: null,
  width: 36,
  tool: true,
  pin: 'start',
  align: 'center',
}

interface Told {
  readonly rowId: string
  readonly name: string
  readonly selected: boolean
  readonly expanded: boolean
  onExpand: ((rowId: string) => void) | undefined
}

/** Returns the content of a cell of these columns; undefined for all others. */
export function toolContent(columnId: string, told: Told): ReactNode {
  if (columnId === rowGripColumn.id) return grip
  if (columnId === selectColumn.id) return <SelectBox {...told} />
  return columnId === expandColumn.id ? <ExpandArrow {...told} /> : undefined
}

/** The handle by which a row is dragged; by keyboard it moves with Alt and the arrows. */
const grip = <span className="grid-grip" draggable title={`${gridMessages.moveRow} (Alt+↑ Alt+↓)`} />

/** Kept as it is while its row changes otherwise: React puts each property of a control anew. */
const SelectBox = memo(function SelectBox({ rowId, name, selected }: Told) {
  const { interaction } = useGridContext()
  return (
    <input
      type="checkbox"
      className="grid-check"
      aria-label={`${gridMessages.selectRow} ${name}`.trim()}
      checked={selected}
      onChange={event => interaction.select(rowId, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  )
})

function ExpandArrow({ rowId, name, expanded, onExpand }: Told) {
  return (
    <button
      type="button"
      className="grid-arrow"
      aria-expanded={expanded}
      aria-label={`${expanded ? gridMessages.collapse : gridMessages.expand} ${name}`.trim()}
      onClick={() => onExpand?.(rowId)}
    >
      <ChevronRight size={16} aria-hidden />
    </button>
  )
}

interface AllProps {
  readonly ids: readonly string[]
  readonly selection: Selection
  onSelect(selection: Selection): void
}

/** The checkbox in the header: all rows in view, or none. */
export function SelectAll({ ids, selection, onSelect }: AllProps) {
  const extent = selectionExtent(selection, ids)
  return (
    <input
      type="checkbox"
      className="grid-check"
      aria-label={gridMessages.selectAll}
      checked={extent === 'all'}
      disabled={ids.length === 0}
      ref={box => {
        if (box) box.indeterminate = extent === 'some'
      }}
      onChange={() => onSelect(toggleAllRows(selection, ids))}
    />
  )
}
