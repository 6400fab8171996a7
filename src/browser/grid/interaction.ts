import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { cellOf, controlsIn, hasOpenPopup, inControl, placeOf } from './dom.ts'
import { editingKey } from './editingKeys.ts'
import { createHands, type Hands } from './hands.ts'
import { header, type Place, samePlace } from './place.ts'
import { restingKey } from './restingKeys.ts'
import { type Board, mayEdit } from './view.ts'

/** What the grid does with the keyboard and the mouse. Listens once, at the grid's root: cells carry no handlers. */
export interface Interaction extends Pick<Hands, 'openEditor' | 'select'> {
  /** Gives a cell the keyboard and brings it into view. */
  reveal(place: Place): void
  onMouseMove(event: MouseEvent<HTMLElement>): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onMouseDown(event: MouseEvent<HTMLElement>): void
  onClick(event: MouseEvent<HTMLElement>): void
  onFocus(event: FocusEvent<HTMLElement>): void
}

export function createInteraction<Row>(board: Board<Row>, root: () => HTMLElement | null): Interaction {
  const hands = createHands(board, root)
  const { state } = board
  /** The cell that had the focus already when the mouse went down on it: a click there edits. */
  let armed: Place | undefined
  /** Where the mouse went down: moving it draws a block. */
  let drawing: Place | undefined
  const isEdited = (place: Place): boolean => samePlace(state.editing()?.place, place)

  return {
    openEditor: hands.openEditor,
    select: hands.select,
    reveal: hands.goTo,
    onKeyDown(event) {
      const cell = cellOf(event.target)
      const place = placeOf(cell)
      if (!cell || !place || event.defaultPrevented) return
      const take = isEdited(place) ? editingKey : event.target === cell ? restingKey : controlKey
      if (!take(board, hands, event, cell, place)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onMouseDown(event) {
      const cell = cellOf(event.target)
      const place = placeOf(cell)
      if (!cell || !place || event.button !== 0) return
      const inside = inControl(event.target, cell)
      armed = state.active && samePlace(place, state.focus()) && !inside ? place : undefined
      const extend = event.shiftKey && !inside && place.row !== header
      drawing = !inside && place.row !== header && !isEdited(place) ? place : undefined
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
      const place = placeOf(cellOf(event.target))
      if (!place || place.row === header || samePlace(place, state.focus())) return
      getSelection()?.removeAllRanges()
      armed = undefined
      state.setFocus(place, false, true)
    },
    onClick(event) {
      const cell = cellOf(event.target)
      const place = placeOf(cell)
      if (!cell || !place || inControl(event.target, cell) || isEdited(place)) return
      const again = !state.anchor() && (event.detail === 2 || samePlace(armed, place))
      if (event.shiftKey) return
      if (again && mayEdit(board.view(), place)) hands.openEditor(place, 'all')
    },
    onFocus(event) {
      const place = placeOf(cellOf(event.target))
      if (place && !samePlace(place, state.focus())) state.setFocus(place, true)
    },
  }
}

/** Keys while a control inside a cell has the focus. A lone control passes them on to its cell; among several the arrows move. */
function controlKey<Row>(board: Board<Row>, hands: Hands, event: KeyboardEvent, cell: HTMLElement, place: Place): boolean {
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
  return restingKey(board, hands, event, cell, place)
}
