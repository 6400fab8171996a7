import type { KeyboardEvent } from 'react'
import { type CellAddress, headerRow } from '../cellAddress.ts'
import { isSingleCell, selectedRange } from '../cellRange.ts'
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
  context: GridCommandContext<Row>,
  commands: GridCommands,
  event: KeyboardEvent,
  cell: HTMLElement,
  address: CellAddress,
): boolean {
  const command = gridKeyCommandOf({ ...pressed(event), isComposing: event.nativeEvent.isComposing })
  if (!command) return false
  if ('step' in command) {
    commands.step(address, command.step, command.extend)
    return true
  }
  const view = context.view()
  if ('resize' in command) {
    view.resize(address.column, command.resize)
    return true
  }
  if ('moveColumn' in command)
    return told(context, gridMessages.movedColumn, view.moveColumnBy(address.column, command.moveColumn))
  if ('moveRow' in command)
    return told(
      context,
      gridMessages.movedRow,
      address.row !== headerRow && view.moveRow?.(address.row, command.moveRow) === true,
    )
  return runCommand(command.command, { context, commands, view, cell, address, editable: isCellEditable(view, address) })
}

function told<Row>({ state }: GridCommandContext<Row>, text: string, done: boolean): boolean {
  if (done) state.announce(text)
  return done
}

const pressed = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, shiftKey, altKey })

interface Cell<Row> {
  readonly context: GridCommandContext<Row>
  readonly commands: GridCommands
  readonly view: GridView<Row>
  readonly cell: HTMLElement
  readonly address: CellAddress
  readonly editable: boolean
}

type NamedCommand = Extract<GridKeyCommand, { command: unknown }>['command']

function runCommand<Row>(command: NamedCommand, at: Cell<Row>): boolean {
  const { commands, view, address, editable } = at
  switch (command) {
    case 'act':
      return act(at)
    case 'edit':
      if (editable) commands.openEditor(address, 'caret')
      return true
    case 'type':
    case 'clear':
      if (command === 'clear' && (hasBlock(at) || (editable && at.context.batch().clearsAtOnce())))
        return at.context.batch().clear()
      // The key itself is left to the browser: it lands in the control that has just opened.
      if (editable) commands.openEditor(address, 'type')
      return false
    case 'open':
      return open(view, address)
    case 'select':
    case 'selectRange':
      return select(command === 'selectRange', at)
    case 'selectAll':
      return selectAll(at)
    case 'leave':
      return leave(at)
    case 'fill':
      return at.context.batch().fill()
    case 'undo':
      return at.context.batch().discardPending() || view.onUndo?.() !== undefined
    case 'redo':
      return view.onRedo?.() !== undefined
    case 'duplicate':
      return changeRow(view.onDuplicate, address)
    case 'remove':
      return changeRow(view.onRemove, address)
    case 'tab':
    case 'tabBack':
      return tab(at, command === 'tab' ? 'right' : 'left')
  }
}

function changeRow(change: ((row: string) => unknown) | undefined, { row }: CellAddress): boolean {
  if (!change || row === headerRow) return false
  change(row)
  return true
}

function act<Row>({ view, address, cell, editable, commands }: Cell<Row>): boolean {
  const column = gridColumnAt(view, address)
  if (address.row === headerRow) pressHeader(view, address, cell)
  else if (editable) commands.openEditor(address, 'all')
  else if (column?.control || column?.tool) reach(cell)
  else open(view, address)
  return true
}

function open<Row>(view: GridView<Row>, address: CellAddress): boolean {
  const row = gridRowAt(view, address)
  if (row !== undefined) view.onOpen?.(row)
  return true
}

function select<Row>(range: boolean, { view, address, cell, commands }: Cell<Row>): boolean {
  if (address.row === headerRow) pressHeader(view, address, cell)
  else if (!range && gridColumnAt(view, address)?.control) reach(cell)
  else if (view.onSelect) commands.select(address.row, range)
  return true
}

/** All rows by their boxes; where rows have none, all cells. */
function selectAll<Row>({ view, context: { state } }: Cell<Row>): boolean {
  view.onSelect?.(toggleAllRows(view.selection, view.ids))
  const corners = [
    cellAddressAt(view, { row: 0, column: 0 }),
    cellAddressAt(view, { row: view.ids.length - 1, column: view.columns.length - 1 }),
  ]
  if (view.onSelect || !corners[0] || !corners[1]) return view.onSelect !== undefined
  state.setFocus(corners[0], true)
  state.setFocus(corners[1], true, true)
  state.announce(gridCountMessages.block(view.ids.length, view.columns.length))
  return true
}

function hasBlock<Row>({ view, context: { state } }: Cell<Row>): boolean {
  const block = state.anchor() && selectedRange(view, state)
  return block !== undefined && !isSingleCell(block)
}

/** Esc: gives up what was refused, then the selection. */
function leave<Row>({ context: { state, edits }, view, address }: Cell<Row>): boolean {
  const refused = state.status(address)?.state === 'failed'
  if (refused) edits.discard(address)
  else if (state.anchor()) state.setFocus(address)
  else if (view.selection.size > 0) view.onSelect?.(noSelection)
  else return false
  return true
}

/** Tab goes along the row; at its ends it leaves the grid, so that nobody is caught in it. */
function tab<Row>({ view, address, commands }: Cell<Row>, by: 'left' | 'right'): boolean {
  const { column } = cellIndexOf(view, address)
  if (by === 'right' ? column >= view.columns.length - 1 : column <= 0) return false
  commands.step(address, by)
  return true
}

function pressHeader<Row>(view: GridView<Row>, address: CellAddress, cell: HTMLElement): void {
  if (gridColumnAt(view, address)?.sortable) view.onSort?.(address.column)
  else reach(cell)
}

/** One control is pressed; of several the first gets the focus. */
function reach(cell: HTMLElement): void {
  const controls = controlsIn(cell)
  if (controls.length === 1) controls[0]?.click()
  else controls[0]?.focus()
}
