import type { Unread, UnreadCell } from './exchange.ts'
import { type Place, placeKey, samePlace } from './place.ts'
import type { GridState, Mark } from './state.ts'

/** Tells of a cell; `left` says that the text stands in it at rest. */
export type TellUnread = (place: Place, unread: Unread | undefined, left: boolean) => void

export interface UnreadCells {
  readonly tell: TellUnread
  /** These texts stand in cells now, and no others. */
  put(cells: readonly UnreadCell[]): void
}

/** Puts the texts that could not be read before into their cells, and tells the owner of every one that comes and goes. */
export function followUnread(state: GridState, before: readonly UnreadCell[], tell: TellUnread): UnreadCells {
  const known = new Map<string, Place>()
  const told: TellUnread = (place, unread, left) => {
    const key = placeKey(place)
    if (unread) known.set(key, place)
    else if (!known.delete(key)) return
    tell(place, unread, left)
  }
  const mark = ({ row, column, text, reason, value }: UnreadCell): void => {
    const typed = value === undefined
    const draft = typed ? { value: null, text } : { value }
    state.setMark({ row, column }, { status: 'failed', reason, draft, ...(typed ? { shown: text } : {}) })
  }
  for (const cell of before) {
    known.set(placeKey(cell), { row: cell.row, column: cell.column })
    mark(cell)
  }
  state.onMark((place, mark) => {
    // The editor that opens on such a text holds it from now on.
    if (!mark && samePlace(state.editing()?.place, place)) return
    const unread = mark?.status === 'failed' || mark?.status === 'reading' ? mark : undefined
    told(place, unread && unreadIn(unread), true)
  })
  return {
    tell: told,
    put(cells) {
      const wanted = new Set(cells.map(placeKey))
      state.together(() => {
        for (const [key, place] of known) if (!wanted.has(key)) state.setMark(place, undefined)
        cells.forEach(mark)
      })
    },
  }
}

function unreadIn({ status, reason, draft }: Exclude<Mark, { status: 'saving' | 'held' }>): Unread {
  const { text, value } = draft
  if (text === undefined) return { text: '', reason, value: value ?? null }
  return { text, reason, ...(status === 'reading' ? { open: true } : {}) }
}
