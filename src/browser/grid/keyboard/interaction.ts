import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { type CellAddress, headerRow, isSameCell } from '../cellAddress.ts'
import { type GridCommandContext, isCellEditable } from '../gridView.ts'
import { addressOfCellElement, cellElementOf, controlsIn, hasOpenPopup, isInControl } from './cellElements.ts'
import { handleEditingKey } from './editingKeys.ts'
import { createGridCommands, type GridCommands } from './gridCommands.ts'
import { handleNavigationKey } from './navigationKeys.ts'

/** The grid's handling of keyboard and mouse. It listens once, at the grid's root: cells carry no handlers. */
export interface Interaction extends Pick<GridCommands, 'openEditor' | 'select'> {
  /** Gives a cell the keyboard and brings it into view. */
  reveal(address: CellAddress): void
  onMouseMove(event: MouseEvent<HTMLElement>): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onMouseDown(event: MouseEvent<HTMLElement>): void
  onClick(event: MouseEvent<HTMLElement>): void
  onFocus(event: FocusEvent<HTMLElement>): void
}

export function createInteraction<Row>(context: GridCommandContext<Row>, root: () => HTMLElement | null): Interaction {
  const commands = createGridCommands(context, root)
  const { state } = context
  /** The cell that had the focus already when the mouse went down on it: a click there edits. */
  let armed: CellAddress | undefined
  /** Where the mouse went down: moving it draws a block. */
  let drawing: CellAddress | undefined
  const isEdited = (address: CellAddress): boolean => isSameCell(state.editing()?.address, address)

  return {
    openEditor: commands.openEditor,
    select: commands.select,
    reveal: commands.goTo,
    onKeyDown(event) {
      const cell = cellElementOf(event.target)
      const address = addressOfCellElement(cell)
      if (!cell || !address || event.defaultPrevented) return
      const take = isEdited(address) ? handleEditingKey : event.target === cell ? handleNavigationKey : controlKey
      if (!take(context, commands, event, cell, address)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onMouseDown(event) {
      const cell = cellElementOf(event.target)
      const address = addressOfCellElement(cell)
      if (!cell || !address || event.button !== 0) return
      const inside = isInControl(event.target, cell)
      armed = state.active && isSameCell(address, state.focus()) && !inside ? address : undefined
      const extend = event.shiftKey && !inside && address.row !== headerRow
      drawing = !inside && address.row !== headerRow && !isEdited(address) ? address : undefined
      if (extend) state.active = true
      if (!isEdited(address)) state.setFocus(address, !extend, extend)
      // Shift would select the text in between.
      if (event.shiftKey && !inside) event.preventDefault()
    },
    onMouseMove(event) {
      if (!drawing) return
      if ((event.buttons & 1) === 0) {
        drawing = undefined
        return
      }
      const address = addressOfCellElement(cellElementOf(event.target))
      if (!address || address.row === headerRow || isSameCell(address, state.focus())) return
      getSelection()?.removeAllRanges()
      armed = undefined
      state.setFocus(address, false, true)
    },
    onClick(event) {
      const cell = cellElementOf(event.target)
      const address = addressOfCellElement(cell)
      if (!cell || !address || isInControl(event.target, cell) || isEdited(address)) return
      // On a card a value stands as a field, which one tap opens.
      const isField = root()?.hasAttribute('data-stacked')
      const again = !state.anchor() && (event.detail === 2 || isSameCell(armed, address))
      if (event.shiftKey) return
      if ((again || isField) && isCellEditable(context.view(), address)) commands.openEditor(address, 'all')
    },
    onFocus(event) {
      const address = addressOfCellElement(cellElementOf(event.target))
      if (address && !isSameCell(address, state.focus())) state.setFocus(address, true)
    },
  }
}

/** Keys while a control inside a cell has the focus. A lone control passes them on to its cell; among several the arrows move. */
function controlKey<Row>(
  context: GridCommandContext<Row>,
  commands: GridCommands,
  event: KeyboardEvent,
  cell: HTMLElement,
  address: CellAddress,
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
  return handleNavigationKey(context, commands, event, cell, address)
}
