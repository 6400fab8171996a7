import { flushSync } from 'react-dom'
import { type CellAddress, headerRow, isSameCell } from '../cellAddress.ts'
import { rangeSize, selectedRange } from '../cellRange.ts'
import { gridCountMessages } from '../gridMessages.ts'
import type { EditorOpening } from '../gridState.ts'
import { cellAddressAt, cellIndexOf, type GridCommandContext, type GridView, isCellEditable } from '../gridView.ts'
import { extendSelection, toggleRow } from '../selection.ts'
import { findCellElement, inputIn } from './cellElements.ts'
import { type CellStep, cellAfterStep, type GridExtent, nextCell } from './movement.ts'

/** The commands of keys and clicks on the grid. */
export interface GridCommands {
  goTo(address: CellAddress | undefined): void
  /** `extend` draws the block along. */
  step(from: CellAddress, by: CellStep, extend?: boolean): void
  openEditor(address: CellAddress, opening: EditorOpening): void
  /** Opens the next cell that may be edited, in reading order; stays when there is none. */
  openNext(from: CellAddress, by: 1 | -1): void
  select(id: string, range: boolean): void
}

export function createGridCommands<Row>(
  { state, edits, view }: GridCommandContext<Row>,
  root: () => HTMLElement | null,
): GridCommands {
  let anchor: string | undefined
  const commands: GridCommands = {
    goTo(address) {
      if (!address) return
      state.active = true
      if (isSameCell(address, state.focus())) comeBack(root(), address)
      state.setFocus(address)
    },
    step(from, by, extend = false) {
      const now = view()
      const to = cellAfterStep(cellIndexOf(now, from), by, extentOf(now))
      const address = cellAddressAt(now, extend ? { ...to, row: Math.max(0, to.row) } : to)
      if (!address) return
      state.active = true
      state.setFocus(address, false, extend && from.row !== headerRow)
      const block = extend ? selectedRange(now, state) : undefined
      if (!block) return
      const { rows, columns } = rangeSize(block)
      state.announce(gridCountMessages.block(rows, columns))
    },
    openEditor(address, opening) {
      // At once: the key that opened the editor is about to land in its control.
      flushSync(() => {
        state.setFocus(address)
        edits.open(address, opening)
      })
      grabInput(root(), address, opening)
    },
    openNext(from, by) {
      const now = view()
      const next = nextCell(cellIndexOf(now, from), by, extentOf(now), at => isCellEditable(now, cellAddressAt(now, at)))
      const address = next && cellAddressAt(now, next)
      if (address) commands.openEditor(address, 'all')
      else commands.goTo(from)
    },
    select(id, range) {
      const { selection, ids, onSelect } = view()
      onSelect?.(range ? extendSelection(selection, ids, anchor, id) : toggleRow(selection, id))
      anchor = id
    },
  }
  return commands
}

const extentOf = <Row>(view: GridView<Row>): GridExtent => ({
  rows: view.ids.length,
  columns: view.columns.length,
  page: view.pageSize(),
})

/** The place of the focus was kept while the keyboard was elsewhere: nothing is to be drawn for its return. */
function comeBack(root: HTMLElement | null, address: CellAddress): void {
  const cell = root ? findCellElement(root, address) : undefined
  if (!cell || cell.contains(document.activeElement)) return
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function grabInput(root: HTMLElement | null, address: CellAddress, opening: EditorOpening): void {
  const cell = root ? findCellElement(root, address) : undefined
  const input = cell ? inputIn(cell) : undefined
  if (!input) return
  input.focus({ preventScroll: true })
  if (input instanceof HTMLSelectElement || input.type === 'checkbox' || input.type === 'radio') return
  if (opening !== 'caret') input.select()
  else if (hasCaret(input)) input.setSelectionRange(input.value.length, input.value.length)
}

/** Controls of the browser's own (numbers, dates) have no caret to be put. */
const hasCaret = (input: HTMLInputElement | HTMLTextAreaElement): boolean =>
  input instanceof HTMLTextAreaElement || /^(text|search|tel|url|)$/.test(input.type)
