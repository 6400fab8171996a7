import { createListeners } from '../../base/objects/listeners.ts'
import { type CellAddress, headerRow, isSameCell } from './cellAddress.ts'

/** A typed value that could not be saved: offered again. */
export interface CellDraft {
  readonly value: unknown
  /** The text as typed, when no value could be read from it. */
  readonly text?: string
}

/**
 * How the last save of a cell went; a saved cell has no status. A typed text whose meaning is still being looked up is `reading`;
 * a pasted one that waits for the others pasted with it is `pending`. `shown` is what the cell shows in place of the row's value.
 */
export type CellStatus =
  | { readonly state: 'saving'; readonly shown?: string }
  | { readonly state: 'failed'; readonly reason: string; readonly draft: CellDraft; readonly shown?: string }
  | { readonly state: 'reading'; readonly reason: string; readonly draft: CellDraft; readonly shown: string }
  | { readonly state: 'pending'; readonly draft: CellDraft; readonly shown: string }

/** How an editor was opened: `type` replaces the content and arrows leave it, `caret` puts the caret behind the content. */
export type EditorOpening = 'type' | 'caret' | 'all'

export interface EditedCell {
  readonly address: CellAddress
  readonly opening: EditorOpening
  /** The text typed before and why it was refused, offered again. */
  readonly draft?: CellDraft
  readonly reason?: string
}

/** The state of one row: which of its cells has focus, is edited or has a status. Same object as long as nothing changed. */
export interface RowState {
  readonly focus?: string
  readonly editing?: EditedCell
  readonly statuses?: Readonly<Record<string, CellStatus>>
}

/** Focus, editing and the status of saves, outside React: a step of the focus renders two rows and not the grid. */
export interface GridState {
  subscribe(listener: () => void): () => void
  rowState(row: string): RowState
  focus(): CellAddress | undefined
  editing(): EditedCell | undefined
  status(address: CellAddress): CellStatus | undefined
  /** The cell whose status changed last, for what is said aloud; a status that went though nothing was saved says nothing. */
  lastStatus(): { readonly address: CellAddress; readonly status: CellStatus | undefined } | undefined
  /** Returns the last announcement that is no cell's status. */
  lastAnnouncement(): string | undefined
  announce(text: string): void
  /** The corner of the block across from the focus; undefined when only one cell is chosen. */
  anchor(): CellAddress | undefined
  /** `quiet` moves the place of the focus without taking the keyboard or scrolling; `extend` draws a block up to it. */
  setFocus(address: CellAddress | undefined, quiet?: boolean, extend?: boolean): void
  /** Tells those who look that something beside this state changed. */
  notify(): void
  /** Moves the focus to a cell that is still there when its row or column has gone. */
  keepFocus(columns: readonly { readonly id: string }[], ids: readonly string[]): void
  setEditing(editing: EditedCell | undefined): void
  setStatus(address: CellAddress, status: CellStatus | undefined): void
  /** Calls back for every status that comes, changes or goes, those that are set together too. */
  onStatus(listener: (address: CellAddress, status: CellStatus | undefined) => void): void
  /** Many statuses as one change: who looks is told once, when all are set. */
  batch(set: () => void): void
  /** Whether the keyboard is in the grid. */
  active: boolean
  /** Whether the focus moved by keyboard and its cell should scroll into view. */
  follow: boolean
}

const resting: RowState = {}

/** Holds the listeners of the state, and calls them once for all that a batch changes. */
function createBatchedListeners() {
  const { subscribe, tell } = createListeners()
  let batching = false
  let changedInBatch = false
  const notify = (): void => {
    changedInBatch = batching
    if (!batching) tell()
  }
  return {
    subscribe,
    notify,
    batch(set: () => void): void {
      const outer = batching
      batching = true
      try {
        set()
      } finally {
        batching = outer
        if (changedInBatch && !outer) notify()
      }
    },
  }
}

/** The rows that are not at rest. */
function createRowStates() {
  const rows = new Map<string, RowState>()
  return {
    rowState: (row: string): RowState => rows.get(row) ?? resting,
    put(row: string, change: (state: RowState) => RowState): void {
      const next = change(rows.get(row) ?? resting)
      if (next.focus === undefined && next.editing === undefined && next.statuses === undefined) rows.delete(row)
      else rows.set(row, next)
    },
  }
}

export function createGridState(): GridState {
  const { subscribe, notify, batch } = createBatchedListeners()
  const statusListeners = new Set<(address: CellAddress, status: CellStatus | undefined) => void>()
  const { rowState, put } = createRowStates()
  let focus: CellAddress | undefined
  let editing: EditedCell | undefined
  let anchor: CellAddress | undefined
  /** The header has the focus only for want of rows. */
  let isLentToHeader = false
  let changed: { readonly address: CellAddress; readonly status: CellStatus | undefined } | undefined
  let announcement: string | undefined

  return {
    active: false,
    follow: false,
    subscribe,
    rowState,
    focus: () => focus,
    editing: () => editing,
    lastStatus: () => changed,
    lastAnnouncement: () => announcement,
    anchor: () => anchor,
    notify,
    announce(text) {
      announcement = text
      changed = undefined
      notify()
    },
    status: address => rowState(address.row).statuses?.[address.column],
    setFocus(address, quiet = false, extend = false) {
      this.follow = !quiet
      // An announcement stands until the next step: then it may be said again, and is heard again.
      if (!extend) announcement = undefined
      isLentToHeader = false
      const before = anchor
      anchor = extend ? (anchor ?? focus) : undefined
      if (isSameCell(address, focus)) {
        if (anchor !== before) notify()
        return
      }
      if (focus) put(focus.row, ({ focus: _, ...rest }) => rest)
      focus = address
      if (address) put(address.row, state => ({ ...state, focus: address.column }))
      notify()
    },
    keepFocus(columns, ids) {
      const staysInHeader = focus?.row === headerRow && !isLentToHeader
      const address = nearestAddress(focus, columns, staysInHeader ? [headerRow] : ids)
      if (address && !isSameCell(address, focus)) this.setFocus(address, true)
      isLentToHeader = ids.length === 0 && !staysInHeader
    },
    setEditing(next) {
      if (editing) put(editing.address.row, ({ editing: _, ...rest }) => rest)
      editing = next
      if (next) put(next.address.row, state => ({ ...state, editing: next }))
      notify()
    },
    onStatus: listener => void statusListeners.add(listener),
    batch,
    setStatus(address, status) {
      const before = rowState(address.row).statuses?.[address.column]
      if (before === status) return
      changed = status || before?.state === 'saving' ? { address, status } : undefined
      announcement = undefined
      put(address.row, state => withStatus(state, address.column, status))
      for (const marker of statusListeners) marker(address, status)
      notify()
    },
  }
}

function withStatus({ statuses, ...rest }: RowState, column: string, status: CellStatus | undefined): RowState {
  if (status) return { ...rest, statuses: { ...statuses, [column]: status } }
  const { [column]: _, ...others } = statuses ?? {}
  return Object.keys(others).length > 0 ? { ...rest, statuses: others } : rest
}

/** Where the focus stands, or the first that is still there of its column and its row. */
function nearestAddress(
  focus: CellAddress | undefined,
  columns: readonly { readonly id: string }[],
  ids: readonly string[],
): CellAddress | undefined {
  const column = columns.find(({ id }) => id === focus?.column) ?? columns[0]
  const row = focus && ids.includes(focus.row) ? focus.row : (ids[0] ?? headerRow)
  return column && { row, column: column.id }
}
