import type { KeyboardEvent } from 'react'
import { type CellAddress, headerRow } from '../cellAddress.ts'
import { isSingleCell, selectedRange } from '../clipboard/cellRange.ts'
import { gridCountMessages, gridMessages } from '../gridMessages.ts'
import {
  cellAddressAt,
  cellIndexOf,
  type GridCommandContext,
  type GridView,
  gridColumnAt,
  gridRowAt,
  isCellEditable,
} from '../gridView.ts'
import { noSelection, toggleAllRows } from '../selection.ts'
import { controlsIn } from './cellElements.ts'
import type { GridCommands } from './gridCommands.ts'
import { type GridKeyCommand, gridKeyCommandOf } from './gridKeys.ts'

/** Keys of a cell that is not edited. True when the grid took the key. */
export function handleNavigationKey<Row>(
  board: GridCommandContext<Row>,
  hands: GridCommands,
  event: KeyboardEvent,
  cell: HTMLElement,
  place: CellAddress,
): boolean {
  const wish = gridKeyCommandOf({ ...pressed(event), isComposing: event.nativeEvent.isComposing })
  if (!wish) return false
  if ('step' in wish) {
    hands.step(place, wish.step, wish.extend)
    return true
  }
  const view = board.view()
  if ('resize' in wish) {
    view.resize(place.column, wish.resize)
    return true
  }
  if ('carry' in wish) return told(board, gridMessages.movedColumn, view.carry(place.column, wish.carry))
  if ('lift' in wish)
    return told(board, gridMessages.movedRow, place.row !== headerRow && view.lift?.(place.row, wish.lift) === true)
  return grant(wish.wish, { board, hands, view, cell, place, editable: isCellEditable(view, place) })
}

function told<Row>({ state }: GridCommandContext<Row>, text: string, done: boolean): boolean {
  if (done) state.say(text)
  return done
}

const pressed = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, shiftKey, altKey })

interface Cell<Row> {
  readonly board: GridCommandContext<Row>
  readonly hands: GridCommands
  readonly view: GridView<Row>
  readonly cell: HTMLElement
  readonly place: CellAddress
  readonly editable: boolean
}

type Wished = Extract<GridKeyCommand, { wish: unknown }>['wish']

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
      if (wish === 'clear' && hasBlock(at)) return at.board.batch().clear()
      // The key itself is left to the browser: it lands in the control that has just opened.
      if (editable) hands.openEditor(place, 'type')
      return false
    case 'open':
      return open(view, place)
    case 'select':
    case 'selectRange':
      return select(wish === 'selectRange', at)
    case 'selectAll':
      return selectAll(at)
    case 'leave':
      return leave(at)
    case 'fill':
      return at.board.batch().fill()
    case 'undo':
      return at.board.batch().giveUp() || view.onUndo?.() !== undefined
    case 'redo':
      return view.onRedo?.() !== undefined
    case 'duplicate':
      return changeRow(view.onDuplicate, place)
    case 'remove':
      return changeRow(view.onRemove, place)
    case 'tab':
    case 'tabBack':
      return tab(at, wish === 'tab' ? 'right' : 'left')
  }
}

function changeRow(change: ((row: string) => unknown) | undefined, { row }: CellAddress): boolean {
  if (!change || row === headerRow) return false
  change(row)
  return true
}

function act<Row>({ view, place, cell, editable, hands }: Cell<Row>): boolean {
  const column = gridColumnAt(view, place)
  if (place.row === headerRow) pressHeader(view, place, cell)
  else if (editable) hands.openEditor(place, 'all')
  else if (column?.control || column?.tool) reach(cell)
  else open(view, place)
  return true
}

function open<Row>(view: GridView<Row>, place: CellAddress): boolean {
  const row = gridRowAt(view, place)
  if (row !== undefined) view.onOpen?.(row)
  return true
}

function select<Row>(range: boolean, { view, place, cell, hands }: Cell<Row>): boolean {
  if (place.row === headerRow) pressHeader(view, place, cell)
  else if (!range && gridColumnAt(view, place)?.control) reach(cell)
  else if (view.onSelect) hands.select(place.row, range)
  return true
}

/** All rows by their boxes; where rows have none, all cells. */
function selectAll<Row>({ view, board: { state } }: Cell<Row>): boolean {
  view.onSelect?.(toggleAllRows(view.selection, view.ids))
  const corners = [
    cellAddressAt(view, { row: 0, column: 0 }),
    cellAddressAt(view, { row: view.ids.length - 1, column: view.columns.length - 1 }),
  ]
  if (view.onSelect || !corners[0] || !corners[1]) return view.onSelect !== undefined
  state.setFocus(corners[0], true)
  state.setFocus(corners[1], true, true)
  state.say(gridCountMessages.block(view.ids.length, view.columns.length))
  return true
}

function hasBlock<Row>({ view, board: { state } }: Cell<Row>): boolean {
  const block = state.anchor() && selectedRange(view, state)
  return block !== undefined && !isSingleCell(block)
}

/** Esc: gives up what was refused, then the selection. */
function leave<Row>({ board: { state, edits }, view, place }: Cell<Row>): boolean {
  const refused = state.mark(place)?.status === 'failed'
  if (refused) edits.discard(place)
  else if (state.anchor()) state.setFocus(place)
  else if (view.selection.size > 0) view.onSelect?.(noSelection)
  else return false
  return true
}

/** Tab goes along the row; at its ends it leaves the grid, so that nobody is caught in it. */
function tab<Row>({ view, place, hands }: Cell<Row>, by: 'left' | 'right'): boolean {
  const { column } = cellIndexOf(view, place)
  if (by === 'right' ? column >= view.columns.length - 1 : column <= 0) return false
  hands.step(place, by)
  return true
}

function pressHeader<Row>(view: GridView<Row>, place: CellAddress, cell: HTMLElement): void {
  if (gridColumnAt(view, place)?.sortable) view.onSort?.(place.column)
  else reach(cell)
}

/** One control is pressed; of several the first gets the focus. */
function reach(cell: HTMLElement): void {
  const controls = controlsIn(cell)
  if (controls.length === 1) controls[0]?.click()
  else controls[0]?.focus()
}
