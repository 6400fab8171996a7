import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { hasOpenPopup, textIn } from './dom.ts'
import type { Hands } from './hands.ts'
import type { Step } from './movement.ts'
import type { Place } from './place.ts'
import type { Board } from './view.ts'

/** Keys of an open editor. True when the grid took the key; what it does not take belongs to the control. */
export function editingKey<Row>(
  { edits, state }: Board<Row>,
  hands: Hands,
  event: KeyboardEvent,
  cell: HTMLElement,
  place: Place,
): boolean {
  if (event.nativeEvent.isComposing || hasOpenPopup(event.target)) return false
  if (event.key === 'Escape') {
    flushSync(() => edits.cancel())
    hands.goTo(place)
    cell.focus({ preventScroll: true })
    return true
  }
  const step = stepOf(event, state.editing()?.opening === 'type')
  if (step === undefined) return false
  flushSync(() => edits.commit(textIn(cell)))
  if (step === 'next' || step === 'previous') hands.openNext(place, step === 'next' ? 1 : -1)
  else hands.step(place, step)
  // At the edge the focus has nowhere to go: the cell keeps it.
  if (!document.activeElement || document.activeElement === document.body) cell.focus({ preventScroll: true })
  return true
}

/** Where a key leads when it ends the editing; undefined when it does not. */
function stepOf(event: KeyboardEvent, typing: boolean): Step | 'next' | 'previous' | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey, target } = event
  if (key === 'Enter' && !altKey) return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  if (shiftKey || altKey || ctrlKey || metaKey || !isLine(target)) return undefined
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  // Text typed over a cell is left by any arrow; an editor opened on purpose keeps them for its caret.
  if (typing && key === 'ArrowLeft') return 'left'
  return typing && key === 'ArrowRight' ? 'right' : undefined
}

/** A single line of text: the arrows up and down have nothing to do in it. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  target.getAttribute('role') !== 'combobox' &&
  !/^(checkbox|radio|range)$/.test(target.type)
