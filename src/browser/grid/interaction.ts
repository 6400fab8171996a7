import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { cellOf, controlsIn, findCell, hasOpenPopup, inControl, inputIn, placeOf, textIn } from './dom.ts'
import { type Wish, wishOf } from './keys.ts'
import { move, nextPoint, type Step } from './movement.ts'
import { header, type Place, samePlace } from './place.ts'
import { extend, nothing, toggle, toggleAll } from './selection.ts'
import type { Opening } from './state.ts'
import { type Board, columnAt, mayEdit, placeAt, pointOf, rowAt, type View } from './view.ts'

/** What the grid does with the keyboard and the mouse. Listens once, at the grid's root: cells carry no handlers. */
export interface Interaction {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onMouseDown(event: MouseEvent<HTMLElement>): void
  onClick(event: MouseEvent<HTMLElement>): void
  onFocus(event: FocusEvent<HTMLElement>): void
  openEditor(place: Place, opening: Opening): void
  select(id: string, range: boolean): void
}

export function createInteraction<Row>(board: Board<Row>, root: () => HTMLElement | null): Interaction {
  const { state, edits } = board
  let anchor: string | undefined
  let armed: Place | undefined

  const goTo = (place: Place | undefined): void => {
    if (place) state.setFocus(place)
  }
  const step = (from: Place, by: Step): void => {
    const view = board.view()
    const extent = { rows: view.ids.length, columns: view.columns.length, page: view.page() }
    goTo(placeAt(view, move(pointOf(view, from), by, extent)))
  }
  const openEditor = (place: Place, opening: Opening): void => {
    flushSync(() => {
      state.setFocus(place)
      edits.open(place, opening)
    })
    grabInput(root(), place, opening)
  }
  const openNext = (from: Place, by: 1 | -1): void => {
    const view = board.view()
    const extent = { rows: view.ids.length, columns: view.columns.length, page: view.page() }
    const next = placeAtNext(view, from, by, extent)
    if (next) openEditor(next, 'all')
    else goTo(from)
  }
  const select = (id: string, range: boolean): void => {
    const view = board.view()
    view.onSelect?.(range ? extend(view.selection, view.ids, anchor, id) : toggle(view.selection, id))
    anchor = id
  }

  const act = (view: View<Row>, place: Place, cell: HTMLElement): void => {
    const row = rowAt(view, place)
    const column = columnAt(view, place)
    if (place.row === header) pressHeader(view, place, cell)
    else if (mayEdit(view, place)) openEditor(place, 'all')
    else if (column?.control || column?.tool) reach(cell)
    else if (row !== undefined) view.onOpen?.(row)
  }

  const grant = (wish: Exclude<Wish, { step: Step } | { resize: number }>['wish'], place: Place, cell: HTMLElement): boolean => {
    const view = board.view()
    const editable = mayEdit(view, place)
    const row = rowAt(view, place)
    switch (wish) {
      case 'act':
        act(view, place, cell)
        return true
      case 'edit':
        if (editable) openEditor(place, 'caret')
        return true
      case 'type':
      case 'clear':
        // The key itself is left to the browser: it lands in the control that has just opened.
        if (editable) openEditor(place, 'type')
        return false
      case 'open':
        if (row !== undefined) view.onOpen?.(row)
        return true
      case 'select':
        if (place.row === header) pressHeader(view, place, cell)
        else if (columnAt(view, place)?.control) reach(cell)
        else if (view.onSelect) select(place.row, false)
        return true
      case 'selectRange':
        if (view.onSelect && place.row !== header) select(place.row, true)
        return true
      case 'selectAll':
        view.onSelect?.(toggleAll(view.selection, view.ids))
        return view.onSelect !== undefined
      case 'leave':
        if (state.mark(place)?.status === 'failed') {
          edits.discard(place)
          return true
        }
        if (view.selection.size > 0) view.onSelect?.(nothing)
        return view.selection.size > 0
      case 'tab':
      case 'tabBack':
        return tab(view, place, wish === 'tab' ? 'right' : 'left')
    }
  }
  const tab = (view: View<Row>, place: Place, by: 'left' | 'right'): boolean => {
    const { column } = pointOf(view, place)
    if (by === 'right' ? column >= view.columns.length - 1 : column <= 0) return false
    step(place, by)
    return true
  }

  /** Keys of an open editor; what is not listed belongs to the control. */
  const editKey = (event: KeyboardEvent, place: Place, cell: HTMLElement): boolean => {
    if (event.nativeEvent.isComposing || hasOpenPopup(event.target)) return false
    const leave = (by?: Step): boolean => {
      flushSync(() => edits.commit(textIn(cell)))
      if (by) step(place, by)
      else goTo(place)
      return true
    }
    const lines = event.target instanceof HTMLTextAreaElement
    if (event.key === 'Enter' && !event.altKey) return leave(event.shiftKey ? 'up' : 'down')
    if (event.key === 'Tab') {
      leave()
      openNext(place, event.shiftKey ? -1 : 1)
      return true
    }
    if (event.key === 'Escape') {
      flushSync(() => edits.cancel())
      goTo(place)
      return true
    }
    const plain = !lines && !event.shiftKey && !event.ctrlKey && !event.altKey && isLine(event.target)
    if (!plain) return false
    if (event.key === 'ArrowUp') return leave('up')
    if (event.key === 'ArrowDown') return leave('down')
    const typing = state.editing()?.opening === 'type'
    if (typing && event.key === 'ArrowLeft') return leave('left')
    return typing && event.key === 'ArrowRight' ? leave('right') : false
  }

  return {
    openEditor,
    select,
    onKeyDown(event) {
      const cell = cellOf(event.target)
      const place = placeOf(cell)
      if (!cell || !place || event.defaultPrevented) return
      if (take(event, cell, place)) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    onMouseDown(event) {
      const cell = cellOf(event.target)
      const place = placeOf(cell)
      if (!cell || !place || event.button !== 0) return
      armed = state.active && samePlace(place, state.focus()) && !inControl(event.target, cell) ? place : undefined
      if (!samePlace(state.editing()?.place, place)) state.setFocus(place, true)
      if (event.shiftKey && !inControl(event.target, cell)) event.preventDefault()
    },
    onFocus(event) {
      const place = placeOf(cellOf(event.target))
      if (place && !samePlace(place, state.focus())) state.setFocus(place, true)
    },
    onClick(event) {
      const cell = cellOf(event.target)
      const place = placeOf(cell)
      if (!cell || !place || inControl(event.target, cell) || samePlace(state.editing()?.place, place)) return
      if (event.shiftKey && board.view().onSelect && place.row !== header) return select(place.row, true)
      const twice = event.detail === 2 || samePlace(armed, place)
      if (twice && mayEdit(board.view(), place)) openEditor(place, 'all')
    },
  }

  function take(event: KeyboardEvent, cell: HTMLElement, place: Place): boolean {
    if (samePlace(state.editing()?.place, place)) return editKey(event, place, cell)
    if (event.target !== cell) return innerKey(event, cell, place)
    const wish = wishOf({ ...pressed(event), isComposing: event.nativeEvent.isComposing })
    if (!wish) return false
    if ('step' in wish) {
      step(place, wish.step)
      return true
    }
    if ('resize' in wish) {
      board.view().resize(place.column, wish.resize)
      return true
    }
    return grant(wish.wish, place, cell)
  }

  /** Keys while a control inside a cell has the focus: Esc and the arrows lead back to the cells. */
  function innerKey(event: KeyboardEvent, cell: HTMLElement, place: Place): boolean {
    if (hasOpenPopup(event.target) || !cell.contains(event.target as Node)) return false
    if (event.key === 'Escape') {
      cell.focus()
      return true
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false
    const controls = controlsIn(cell)
    const next = controls[controls.indexOf(event.target as HTMLElement) + (event.key === 'ArrowRight' ? 1 : -1)]
    if (next) next.focus()
    else {
      cell.focus()
      step(place, event.key === 'ArrowRight' ? 'right' : 'left')
    }
    return true
  }
}

function placeAtNext<Row>(view: View<Row>, from: Place, by: 1 | -1, extent: Parameters<typeof nextPoint>[2]): Place | undefined {
  const point = nextPoint(pointOf(view, from), by, extent, at => mayEdit(view, placeAt(view, at)))
  return point && placeAt(view, point)
}

/** A single-line text: the arrows up and down have nothing to do in it. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  target.getAttribute('role') !== 'combobox' &&
  !/^(checkbox|radio|range)$/.test(target.type)

const pressed = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, shiftKey, altKey })

function pressHeader<Row>(view: View<Row>, place: Place, cell: HTMLElement): void {
  if (columnAt(view, place)?.sortable) view.onSort?.(place.column)
  else reach(cell)
}

/** One control is pressed; of several the first gets the focus. */
function reach(cell: HTMLElement): void {
  const controls = controlsIn(cell)
  if (controls.length === 1) controls[0]?.click()
  else controls[0]?.focus()
}

function grabInput(root: HTMLElement | null, place: Place, opening: Opening): void {
  const cell = root ? findCell(root, place) : undefined
  const input = cell ? inputIn(cell) : undefined
  if (!input) return
  input.focus({ preventScroll: true })
  if (input instanceof HTMLSelectElement || input.type === 'checkbox' || input.type === 'radio') return
  if (opening === 'caret') {
    if (/^(text|search|tel|url|)$/.test(input.type) || input instanceof HTMLTextAreaElement)
      input.setSelectionRange(input.value.length, input.value.length)
  } else input.select()
}
