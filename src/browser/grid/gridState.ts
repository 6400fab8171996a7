import { type CellAddress, headerRow, isSameCell } from './cellAddress.ts'

/** What a person typed and could not be saved: offered again. */
export interface CellDraft {
  readonly value: unknown
  /** The text as typed, when no value could be read from it. */
  readonly text?: string
}

/**
 * How the last save of a cell went; a saved cell has no mark. What a text that was typed means is still asked while `reading`. `held` waits for others that were pasted with it. `shown` is what
 * the cell shows in place of the row's value.
 */
export type CellStatus =
  | { readonly status: 'saving'; readonly shown?: string }
  | { readonly status: 'failed'; readonly reason: string; readonly draft: CellDraft; readonly shown?: string }
  | { readonly status: 'reading'; readonly reason: string; readonly draft: CellDraft; readonly shown: string }
  | { readonly status: 'held'; readonly draft: CellDraft; readonly shown: string }

/** How an editor was opened: `type` replaces the content and arrows leave it, `caret` puts the caret behind the content. */
export type EditorOpening = 'type' | 'caret' | 'all'

export interface EditedCell {
  readonly place: CellAddress
  readonly opening: EditorOpening
  /** What was typed before and why it was refused, offered again. */
  readonly draft?: CellDraft
  readonly reason?: string
}

/** What one row needs to know: which of its cells has focus, is edited or marked. Same object as long as nothing changed. */
export interface RowState {
  readonly focus?: string
  readonly editing?: EditedCell
  readonly marks?: Readonly<Record<string, CellStatus>>
}

/** Focus, editing and save marks, outside React: a step of the focus renders two rows and not the grid. */
export interface GridState {
  subscribe(listener: () => void): () => void
  rowState(row: string): RowState
  focus(): CellAddress | undefined
  editing(): EditedCell | undefined
  mark(place: CellAddress): CellStatus | undefined
  /** The cell whose mark changed last, for what is said aloud; a mark that went though nothing was saved says nothing. */
  lastMark(): { readonly place: CellAddress; readonly mark: CellStatus | undefined } | undefined
  /** What was said last that is no cell's mark. */
  lastWords(): string | undefined
  say(text: string): void
  /** The corner of the block across from the focus; undefined when only one cell is chosen. */
  anchor(): CellAddress | undefined
  /** `quiet` moves the place of the focus without taking the keyboard or scrolling; `extend` draws a block up to it. */
  setFocus(place: CellAddress | undefined, quiet?: boolean, extend?: boolean): void
  /** Tells those who look that something beside this state changed. */
  tell(): void
  /** Moves the focus to a cell that is still there when its row or column has gone. */
  keepFocus(columns: readonly { readonly id: string }[], ids: readonly string[]): void
  setEditing(editing: EditedCell | undefined): void
  setMark(place: CellAddress, mark: CellStatus | undefined): void
  /** Calls back for every mark that comes, changes or goes, those that are set together too. */
  onMark(listener: (place: CellAddress, mark: CellStatus | undefined) => void): void
  /** Many marks as one change: who looks is told once, when all are set. */
  together(set: () => void): void
  /** Whether the keyboard is in the grid. */
  active: boolean
  /** Whether the focus moved by keyboard and its cell should scroll into view. */
  follow: boolean
}

const resting: RowState = {}

export function createGridState(): GridState {
  const listeners = new Set<() => void>()
  const markers = new Set<(place: CellAddress, mark: CellStatus | undefined) => void>()
  const rows = new Map<string, RowState>()
  let focus: CellAddress | undefined
  let editing: EditedCell | undefined
  let anchor: CellAddress | undefined
  let marked: { readonly place: CellAddress; readonly mark: CellStatus | undefined } | undefined
  let words: string | undefined
  let gathering = false
  let gathered = false

  const put = (row: string, change: (state: RowState) => RowState): void => {
    const next = change(rows.get(row) ?? resting)
    if (next.focus === undefined && next.editing === undefined && next.marks === undefined) rows.delete(row)
    else rows.set(row, next)
  }
  const tell = (): void => {
    gathered = gathering
    if (!gathering) for (const listener of listeners) listener()
  }

  return {
    active: false,
    follow: false,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    rowState: row => rows.get(row) ?? resting,
    focus: () => focus,
    editing: () => editing,
    lastMark: () => marked,
    lastWords: () => words,
    anchor: () => anchor,
    tell,
    say(text) {
      words = text
      marked = undefined
      tell()
    },
    mark: place => rows.get(place.row)?.marks?.[place.column],
    setFocus(place, quiet = false, extend = false) {
      this.follow = !quiet
      // What was said stands until the next step: then it may be said again, and is heard again.
      if (!extend) words = undefined
      const before = anchor
      anchor = extend ? (anchor ?? focus) : undefined
      if (isSameCell(place, focus)) {
        if (anchor !== before) tell()
        return
      }
      if (focus) put(focus.row, ({ focus: _, ...rest }) => rest)
      focus = place
      if (place) put(place.row, state => ({ ...state, focus: place.column }))
      tell()
    },
    keepFocus(columns, ids) {
      const column = columns.find(({ id }) => id === focus?.column) ?? columns[0]
      const row = focus && (focus.row === headerRow || ids.includes(focus.row)) ? focus.row : (ids[0] ?? headerRow)
      const place = column && { row, column: column.id }
      if (place && !isSameCell(place, focus)) this.setFocus(place, true)
    },
    setEditing(next) {
      if (editing) put(editing.place.row, ({ editing: _, ...rest }) => rest)
      editing = next
      if (next) put(next.place.row, state => ({ ...state, editing: next }))
      tell()
    },
    onMark: listener => void markers.add(listener),
    together(set) {
      const outer = gathering
      gathering = true
      try {
        set()
      } finally {
        gathering = outer
        if (gathered && !outer) tell()
      }
    },
    setMark(place, mark) {
      const before = rows.get(place.row)?.marks?.[place.column]
      if (before === mark) return
      marked = mark || before?.status === 'saving' ? { place, mark } : undefined
      words = undefined
      put(place.row, state => withMark(state, place.column, mark))
      for (const marker of markers) marker(place, mark)
      tell()
    },
  }
}

function withMark({ marks, ...rest }: RowState, column: string, mark: CellStatus | undefined): RowState {
  if (mark) return { ...rest, marks: { ...marks, [column]: mark } }
  const { [column]: _, ...others } = marks ?? {}
  return Object.keys(others).length > 0 ? { ...rest, marks: others } : rest
}
