import { type CellAddress, cellAddressKey, isSameCell } from '../cellAddress.ts'
import type { UnreadableCell, UnreadableInput } from '../cellChanges.ts'
import type { CellStatus, GridState } from '../gridState.ts'

/** Tells of a cell; `left` says that the text stands in it at rest. */
export type OnUnreadableChange = (address: CellAddress, unread: UnreadableInput | undefined, left: boolean) => void

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
  isPasted: (address: CellAddress) => boolean = () => false,
): UnreadableTracker {
  const known = new Map<string, CellAddress>()
  const told: OnUnreadableChange = (address, unread, left) => {
    const key = cellAddressKey(address)
    if (unread) known.set(key, address)
    else if (!known.delete(key)) return
    tell(address, unread, left)
  }
  const show = ({ row, column, text, reason, value, pasted }: UnreadableCell): void => {
    const typed = value === undefined
    const draft = typed ? { value: null, text } : { value }
    if (pasted && reason === '') state.setStatus({ row, column }, { state: 'pending', draft, shown: text })
    else state.setStatus({ row, column }, { state: 'failed', reason, draft, ...(typed || pasted ? { shown: text } : {}) })
  }
  for (const cell of before) {
    known.set(cellAddressKey(cell), { row: cell.row, column: cell.column })
    show(cell)
  }
  state.onStatus((address, status) => {
    // The editor that opens on such a text holds it from now on.
    if (!status && isSameCell(state.editing()?.address, address)) return
    const unread = status?.state === 'saving' ? undefined : status
    told(address, unread && unreadIn(unread, isPasted(address)), true)
  })
  return {
    tell: told,
    put(cells) {
      const wanted = new Set(cells.map(cellAddressKey))
      state.batch(() => {
        for (const [key, address] of known) if (!wanted.has(key)) state.setStatus(address, undefined)
        cells.forEach(show)
      })
    },
  }
}

function unreadIn(status: Exclude<CellStatus, { state: 'saving' }>, isPasted: boolean): UnreadableInput {
  const { text, value } = status.draft
  if (status.state === 'pending') return { text: status.shown, reason: '', value: value ?? null, pasted: true }
  const { state, reason, shown } = status
  if (text === undefined)
    return { text: (isPasted && shown) || '', reason, value: value ?? null, ...(isPasted ? { pasted: true } : {}) }
  return { text, reason, ...(state === 'reading' ? { open: true } : isPasted ? { pasted: true } : {}) }
}
