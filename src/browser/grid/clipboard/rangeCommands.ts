import { flushSync } from 'react-dom'
import type { CellAddress } from '../cellAddress.ts'
import type { ParsedCellText, RangeCommands } from '../cellChanges.ts'
import { type CellRange, isSingleCell, selectedRange, tiledOverRange } from '../cellRange.ts'
import type { GridColumn } from '../columns/gridColumn.ts'
import type { ParsedCell, PendingChanges } from '../edit/pendingChanges.ts'
import { gridMessages } from '../gridMessages.ts'
import type { GridState } from '../gridState.ts'
import type { GridView } from '../gridView.ts'
import { isSameValue } from '../isSameValue.ts'
import { readTsv } from './tsv.ts'

interface Host<Row> {
  readonly state: GridState
  readonly pending: PendingChanges
  view(): GridView<Row>
  /** Tells whether the owner keeps the rows itself and the texts in them, and the steps in which they changed. */
  keeps(): boolean
  /** Tells whether what is changed is saved by that. */
  savesAtOnce(): boolean
  value(row: Row, column: GridColumn<Row>): unknown
  /** Reads a text for a cell; undefined when the owner takes no texts. */
  parse(): ((text: string, row: Row, column: GridColumn<Row>) => ParsedCellText | Promise<ParsedCellText>) | undefined
  /** Says what a paste could not do. */
  tell(text: string): void
  /** Adds rows for a table that is longer than what is left. */
  addRows(): ((count: number) => void) | undefined
}

/** A cell of the block that may be changed. */
interface Spot<Row> {
  readonly address: CellAddress
  readonly row: Row
  readonly column: GridColumn<Row>
  /** Counted from the block's corner. */
  readonly at: { readonly row: number; readonly column: number }
}

export function createRangeCommands<Row>(host: Host<Row>): RangeCommands {
  const { state, pending, view } = host

  /** Tells whether a cell holds a value already. Not while another is on its way into it, or waits there. */
  const isThere = (address: CellAddress, next: unknown, now: unknown): boolean => !state.status(address) && isSameValue(next, now)

  const read = async (texts: readonly (Spot<Row> & { readonly text: string })[]): Promise<void> => {
    const parse = host.parse()
    if (!parse || texts.length === 0) return
    const found = texts.map(({ text, row, column }) => parse(text, row, column))
    // Cells that can be read at once are put at once: the block, its texts and their marks are then drawn together.
    const read = found.some(one => one instanceof Promise) ? await Promise.all(found) : (found as readonly ParsedCellText[])
    const targets = texts.flatMap(({ address, text, row, column }, at): ParsedCell[] => {
      const parsed = read[at]
      if (!parsed || ('value' in parsed && isThere(address, parsed.value, host.value(row, column)))) return []
      return [{ address, text, parsed }]
    })
    await pending.apply(targets)
  }

  return {
    async paste(text) {
      const cells = readTsv(text)
      if (cells.length > 1 && cells.at(-1)?.join('') === '') cells.pop()
      const chosen = selectedRange(view(), state)
      if (!chosen || cells.length === 0) return
      const table = tiledOverRange(cells, chosen)
      const { top, left } = chosen
      const block = { top, left, bottom: top + table.length - 1, right: left + Math.max(...table.map(line => line.length)) - 1 }
      const missing = block.bottom + 1 - view().rows.length
      if (missing > 0) flushSync(() => host.addRows()?.(missing))
      state.batch(() => show(view(), state, block))
      const into = spotsIn(view(), block).flatMap(spot => {
        const cell = table[spot.at.row]?.[spot.at.column]
        return cell === undefined ? [] : [{ ...spot, text: cell.trim() }]
      })
      const [now, taken] = [view(), into.filter(({ text }) => text).length]
      void import('./tellUnpasted.ts').then(
        told => told.tellUnpasted(table, block, now, taken, host.tell),
        () => undefined,
      )
      await read(into)
    },
    fill() {
      const block = selectedRange(view(), state)
      if (!block) return false
      const from = isSingleCell(block) || block.top === block.bottom ? block.top - 1 : block.top
      const source = view().rows[from]
      if (source === undefined) return true
      const targets = spotsIn(view(), { ...block, top: from + 1 }).flatMap(({ address, row, column }): ParsedCell[] => {
        const value = host.value(source, column) ?? null
        return isThere(address, value, host.value(row, column))
          ? []
          : [{ address, text: column.text?.(source) ?? '', parsed: { value } }]
      })
      void pending.apply(targets)
      return true
    },
    clear() {
      const block = selectedRange(view(), state)
      if (!block || !host.parse()) return false
      void read(spotsIn(view(), block).map(spot => ({ ...spot, text: '' })))
      return true
    },
    clearsAtOnce: () => !host.savesAtOnce() && host.parse() !== undefined,
    discardPending() {
      // An owner that keeps the rows itself takes the whole step back.
      if (host.keeps() || !pending.waiting()) return false
      pending.discard()
      state.announce(gridMessages.discarded)
      return true
    },
  }
}

/** The cells of a block that may be changed. */
function spotsIn<Row>({ rows, columns, ids }: GridView<Row>, { top, bottom, left, right }: CellRange): Spot<Row>[] {
  const within = columns.slice(left, right + 1)
  return rows.slice(top, bottom + 1).flatMap((row, down) => {
    const id = ids[top + down]
    if (id === undefined) return []
    return within.flatMap((column, across): Spot<Row>[] =>
      column.editable?.(row) ? [{ address: { row: id, column: column.id }, row, column, at: { row: down, column: across } }] : [],
    )
  })
}

/** Draws the block around what was pasted. */
function show<Row>(view: GridView<Row>, state: GridState, { top, left, bottom, right }: CellRange): void {
  const address = (row: number, column: number): CellAddress => ({
    row: view.ids[Math.min(row, view.ids.length - 1)] ?? '',
    column: view.columns[Math.min(column, view.columns.length - 1)]?.id ?? '',
  })
  state.setFocus(address(bottom, right), true)
  state.setFocus(address(top, left), false, true)
}
