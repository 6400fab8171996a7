import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { type CellAddress, headerRow, isSameCell } from '../cellAddress.ts'
import { type GridCommandContext, isCellEditable } from '../gridView.ts'
import { addressOfCellElement, cellElementOf, controlsIn, hasOpenPopup, isInControl } from './cellElements.ts'
import { handleEditingKey } from './editingKeys.ts'
import { createGridCommands, type GridCommands } from './gridCommands.ts'
import { handleNavigationKey } from './navigationKeys.ts'

/** What the grid does with the keyboard and the mouse. Listens once, at the grid's root: cells carry no handlers. */
export interface Interaction extends Pick<GridCommands, 'openEditor' | 'select'> {
  /** Gives a cell the keyboard and brings it into view. */
  reveal(place: CellAddress): void
  onMouseMove(event: MouseEvent<HTMLElement>): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onMouseDown(event: MouseEvent<HTMLElement>): void
  onClick(event: MouseEvent<HTMLElement>): void
  onFocus(event: FocusEvent<HTMLElement>): void
}

export function createInteraction<Row>(board: GridCommandContext<Row>, root: () => HTMLElement | null): Interaction {
  const hands = createGridCommands(board, root)
  const { state } = board
  /** The cell that had the focus already when the mouse went down on it: a click there edits. */
  let armed: CellAddress | undefined
  /** Where the mouse went down: moving it draws a block. */
  let drawing: CellAddress | undefined
  const isEdited = (place: CellAddress): boolean => isSameCell(state.editing()?.place, place)

  return {
    openEditor: hands.openEditor,
    select: hands.select,
    reveal: hands.goTo,
    onKeyDown(event) {
      const cell = cellElementOf(event.target)
      const place = addressOfCellElement(cell)
      if (!cell || !place || event.defaultPrevented) return
      const take = isEdited(place) ? handleEditingKey : event.target === cell ? handleNavigationKey : controlKey
      if (!take(board, hands, event, cell, place)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onMouseDown(event) {
      const cell = cellElementOf(event.target)
      const place = addressOfCellElement(cell)
      if (!cell || !place || event.button !== 0) return
      const inside = isInControl(event.target, cell)
      armed = state.active && isSameCell(place, state.focus()) && !inside ? place : undefined
      const extend = event.shiftKey && !inside && place.row !== headerRow
      drawing = !inside && place.row !== headerRow && !isEdited(place) ? place : undefined
      if (extend) state.active = true
      if (!isEdited(place)) state.setFocus(place, !extend, extend)
      // Shift would select the text in between.
      if (event.shiftKey && !inside) event.preventDefault()
    },
    onMouseMove(event) {
      if (!drawing) return
      if ((event.buttons & 1) === 0) {
        drawing = undefined
        return
      }
      const place = addressOfCellElement(cellElementOf(event.target))
      if (!place || place.row === headerRow || isSameCell(place, state.focus())) return
      getSelection()?.removeAllRanges()
      armed = undefined
      state.setFocus(place, false, true)
    },
    onClick(event) {
      const cell = cellElementOf(event.target)
      const place = addressOfCellElement(cell)
      if (!cell || !place || isInControl(event.target, cell) || isEdited(place)) return
      const again = !state.anchor() && (event.detail === 2 || isSameCell(armed, place))
      if (event.shiftKey) return
      if (again && isCellEditable(board.view(), place)) hands.openEditor(place, 'all')
    },
    onFocus(event) {
      const place = addressOfCellElement(cellElementOf(event.target))
      if (place && !isSameCell(place, state.focus())) state.setFocus(place, true)
    },
  }
}

/** Keys while a control inside a cell has the focus. A lone control passes them on to its cell; among several the arrows move. */
function controlKey<Row>(
  board: GridCommandContext<Row>,
  hands: GridCommands,
  event: KeyboardEvent,
  cell: HTMLElement,
  place: CellAddress,
): boolean {
  const { key, target } = event
  if (hasOpenPopup(target) || !(target instanceof HTMLElement) || !cell.contains(target)) return false
  if (key === 'Enter' || key === ' ') return false
  const controls = controlsIn(cell)
  const next = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
  const neighbour = next === undefined ? undefined : controls[controls.indexOf(target) + next]
  if (neighbour) {
    neighbour.focus()
    return true
  }
  if (key === 'Escape' && controls.length > 1) {
    cell.focus()
    return true
  }
  cell.focus()
  return handleNavigationKey(board, hands, event, cell, place)
}
