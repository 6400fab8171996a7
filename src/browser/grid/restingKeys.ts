import type { KeyboardEvent } from 'react'
import { controlsIn } from './dom.ts'
import type { Hands } from './hands.ts'
import { type Wish, wishOf } from './keys.ts'
import { header, type Place } from './place.ts'
import { nothing, toggleAll } from './selection.ts'
import { type Board, columnAt, mayEdit, pointOf, rowAt, type View } from './view.ts'

/** Keys of a cell that is not edited. True when the grid took the key. */
export function restingKey<Row>(board: Board<Row>, hands: Hands, event: KeyboardEvent, cell: HTMLElement, place: Place): boolean {
  const wish = wishOf({ ...pressed(event), isComposing: event.nativeEvent.isComposing })
  if (!wish) return false
  if ('step' in wish) {
    hands.step(place, wish.step)
    return true
  }
  const view = board.view()
  if ('resize' in wish) {
    view.resize(place.column, wish.resize)
    return true
  }
  return grant(wish.wish, { board, hands, view, cell, place, editable: mayEdit(view, place) })
}

const pressed = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, shiftKey, altKey })

interface Cell<Row> {
  readonly board: Board<Row>
  readonly hands: Hands
  readonly view: View<Row>
  readonly cell: HTMLElement
  readonly place: Place
  readonly editable: boolean
}

type Wished = Exclude<Wish, { step: unknown } | { resize: unknown }>['wish']

function grant<Row>(wish: Wished, at: Cell<Row>): boolean {
  const { hands, view, place, editable } = at
  switch (wish) {
    case 'act':
      return act(at)
    case 'edit':
      if (editable) hands.openEditor(place, 'caret')
      return true
    case 'type':
    case 'clear':
      // The key itself is left to the browser: it lands in the control that has just opened.
      if (editable) hands.openEditor(place, 'type')
      return false
    case 'open':
      return open(view, place)
    case 'select':
    case 'selectRange':
      return select(wish === 'selectRange', at)
    case 'selectAll':
      view.onSelect?.(toggleAll(view.selection, view.ids))
      return view.onSelect !== undefined
    case 'leave':
      return leave(at)
    case 'tab':
    case 'tabBack':
      return tab(at, wish === 'tab' ? 'right' : 'left')
  }
}

function act<Row>({ view, place, cell, editable, hands }: Cell<Row>): boolean {
  const column = columnAt(view, place)
  if (place.row === header) pressHeader(view, place, cell)
  else if (editable) hands.openEditor(place, 'all')
  else if (column?.control || column?.tool) reach(cell)
  else open(view, place)
  return true
}

function open<Row>(view: View<Row>, place: Place): boolean {
  const row = rowAt(view, place)
  if (row !== undefined) view.onOpen?.(row)
  return true
}

function select<Row>(range: boolean, { view, place, cell, hands }: Cell<Row>): boolean {
  if (place.row === header) pressHeader(view, place, cell)
  else if (!range && columnAt(view, place)?.control) reach(cell)
  else if (view.onSelect) hands.select(place.row, range)
  return true
}

/** Esc: gives up what was refused, then the selection. */
function leave<Row>({ board: { state, edits }, view, place }: Cell<Row>): boolean {
  const refused = state.mark(place)?.status === 'failed'
  if (refused) edits.discard(place)
  else if (view.selection.size > 0) view.onSelect?.(nothing)
  else return false
  return true
}

/** Tab goes along the row; at its ends it leaves the grid, so that nobody is caught in it. */
function tab<Row>({ view, place, hands }: Cell<Row>, by: 'left' | 'right'): boolean {
  const { column } = pointOf(view, place)
  if (by === 'right' ? column >= view.columns.length - 1 : column <= 0) return false
  hands.step(place, by)
  return true
}

function pressHeader<Row>(view: View<Row>, place: Place, cell: HTMLElement): void {
  if (columnAt(view, place)?.sortable) view.onSort?.(place.column)
  else reach(cell)
}

/** One control is pressed; of several the first gets the focus. */
function reach(cell: HTMLElement): void {
  const controls = controlsIn(cell)
  if (controls.length === 1) controls[0]?.click()
  else controls[0]?.focus()
}
