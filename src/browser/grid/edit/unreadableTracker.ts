import { type CellAddress, cellAddressKey, isSameCell } from '../cellAddress.ts'
import type { UnreadableCell, UnreadableInput } from '../cellChanges.ts'
import type { CellStatus, GridState } from '../gridState.ts'

/** Tells of a cell; `left` says that the text stands in it at rest. */
export type OnUnreadableChange = (place: CellAddress, unread: UnreadableInput | undefined, left: boolean) => void

export interface UnreadableTracker {
  readonly tell: OnUnreadableChange
  /** These texts stand in cells now, and no others. */
  put(cells: readonly UnreadableCell[]): void
}

/** Puts the texts that could not be read before into their cells, and tells the owner of every one that comes and goes. */
export function createUnreadableTracker(
  state: GridState,
  before: readonly UnreadableCell[],
  tell: OnUnreadableChange,
): UnreadableTracker {
  const known = new Map<string, CellAddress>()
  const told: OnUnreadableChange = (place, unread, left) => {
    const key = cellAddressKey(place)
    if (unread) known.set(key, place)
    else if (!known.delete(key)) return
    tell(place, unread, left)
  }
  const mark = ({ row, column, text, reason, value }: UnreadableCell): void => {
    const typed = value === undefined
    const draft = typed ? { value: null, text } : { value }
    state.setMark({ row, column }, { status: 'failed', reason, draft, ...(typed ? { shown: text } : {}) })
  }
  for (const cell of before) {
    known.set(cellAddressKey(cell), { row: cell.row, column: cell.column })
    mark(cell)
  }
  state.onMark((place, mark) => {
    // The editor that opens on such a text holds it from now on.
    if (!mark && isSameCell(state.editing()?.place, place)) return
    const unread = mark?.status === 'failed' || mark?.status === 'reading' ? mark : undefined
    told(place, unread && unreadIn(unread), true)
  })
  return {
    tell: told,
    put(cells) {
      const wanted = new Set(cells.map(cellAddressKey))
      state.together(() => {
        for (const [key, place] of known) if (!wanted.has(key)) state.setMark(place, undefined)
        cells.forEach(mark)
      })
    },
  }
}

function unreadIn({ status, reason, draft }: Exclude<CellStatus, { status: 'saving' | 'held' }>): UnreadableInput {
  const { text, value } = draft
  if (text === undefined) return { text: '', reason, value: value ?? null }
  return { text, reason, ...(status === 'reading' ? { open: true } : {}) }
}
