import { flushSync } from 'react-dom'
import { blockOf, sizeOf } from './block.ts'
import { findCell, inputIn } from './dom.ts'
import { type Extent, move, nextPoint, type Step } from './movement.ts'
import { header, type Place, samePlace } from './place.ts'
import { extend, toggle } from './selection.ts'
import type { Opening } from './state.ts'
import { type Board, mayEdit, placeAt, pointOf, type View } from './view.ts'
import { sentences } from './words.ts'

/** What keys and clicks can do to the grid. */
export interface Hands {
  goTo(place: Place | undefined): void
  /** `extend` draws the block along. */
  step(from: Place, by: Step, extend?: boolean): void
  openEditor(place: Place, opening: Opening): void
  /** Opens the next cell that may be edited, in reading order; stays when there is none. */
  openNext(from: Place, by: 1 | -1): void
  select(id: string, range: boolean): void
}

export function createHands<Row>({ state, edits, view }: Board<Row>, root: () => HTMLElement | null): Hands {
  let anchor: string | undefined
  const hands: Hands = {
    goTo(place) {
      if (!place) return
      state.active = true
      if (samePlace(place, state.focus())) comeBack(root(), place)
      state.setFocus(place)
    },
    step(from, by, extend = false) {
      const now = view()
      const to = move(pointOf(now, from), by, extentOf(now))
      const place = placeAt(now, extend ? { ...to, row: Math.max(0, to.row) } : to)
      if (!place) return
      state.active = true
      state.setFocus(place, false, extend && from.row !== header)
      const block = extend ? blockOf(now, state) : undefined
      if (!block) return
      const { rows, columns } = sizeOf(block)
      state.say(sentences.block(rows, columns))
    },
    openEditor(place, opening) {
      // At once: the key that opened the editor is about to land in its control.
      flushSync(() => {
        state.setFocus(place)
        edits.open(place, opening)
      })
      grabInput(root(), place, opening)
    },
    openNext(from, by) {
      const now = view()
      const next = nextPoint(pointOf(now, from), by, extentOf(now), at => mayEdit(now, placeAt(now, at)))
      const place = next && placeAt(now, next)
      if (place) hands.openEditor(place, 'all')
      else hands.goTo(from)
    },
    select(id, range) {
      const { selection, ids, onSelect } = view()
      onSelect?.(range ? extend(selection, ids, anchor, id) : toggle(selection, id))
      anchor = id
    },
  }
  return hands
}

const extentOf = <Row>(view: View<Row>): Extent => ({ rows: view.ids.length, columns: view.columns.length, page: view.page() })

/** The place of the focus was kept while the keyboard was elsewhere: nothing is to be drawn for its return. */
function comeBack(root: HTMLElement | null, place: Place): void {
  const cell = root ? findCell(root, place) : undefined
  if (!cell || cell.contains(document.activeElement)) return
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function grabInput(root: HTMLElement | null, place: Place, opening: Opening): void {
  const cell = root ? findCell(root, place) : undefined
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
