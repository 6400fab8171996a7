import type { Unread, UnreadCell } from './exchange.ts'
import { type Place, placeKey } from './place.ts'
import type { GridState } from './state.ts'

/** Tells of a cell; `left` says that the text stands in it at rest. */
export type TellUnread = (place: Place, unread: Unread | undefined, left: boolean) => void

/** Puts the texts that could not be read before into their cells, and tells the owner of every one that comes and goes. */
export function followUnread(state: GridState, before: readonly UnreadCell[], tell: TellUnread): TellUnread {
  const known = new Set<string>()
  const told: TellUnread = (place, unread, left) => {
    const key = placeKey(place)
    if (unread) known.add(key)
    else if (!known.delete(key)) return
    tell(place, unread, left)
  }
  for (const { row, column, text, reason } of before) {
    known.add(placeKey({ row, column }))
    state.setMark({ row, column }, { status: 'failed', reason, shown: text, draft: { value: null, text } })
  }
  state.onMark((place, mark) => {
    const text = mark?.status === 'failed' ? mark.draft.text : undefined
    told(place, mark?.status === 'failed' && text !== undefined ? { text, reason: mark.reason } : undefined, true)
  })
  return told
}
