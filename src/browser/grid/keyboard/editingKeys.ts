import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { chordOf, commandsByChord, type KeyBinding } from '../../ui/keyboard/chord.ts'
import { pageCommandOf } from '../../ui/keyboard/pageKeys.ts'
import type { CellAddress } from '../cellAddress.ts'
import type { GridCommandContext } from '../gridView.ts'
import { hasOpenPopup, textIn } from './cellElements.ts'
import type { GridCommands } from './gridCommands.ts'
import type { CellStep } from './movement.ts'

type EditCommand = 'cancel' | 'next' | 'previous' | { readonly step: CellStep; readonly when?: 'line' | 'typing' }

/**
 * Keys of an open editor. Up and down have nothing to do in a single line of text; text typed over a cell is left by any arrow,
 * while an editor opened on purpose keeps left and right for its caret.
 */
export const editingKeys: readonly KeyBinding<EditCommand>[] = [
  {
    messageCode: 'work.key-confirm',
    keys: { Enter: { step: 'down' }, 'Shift+Enter': { step: 'up' }, 'Ctrl+Enter': { step: 'down' } },
  },
  { messageCode: 'work.key-next', keys: { Tab: 'next', 'Shift+Tab': 'previous' } },
  {
    messageCode: 'work.key-confirm-arrow',
    keys: {
      ArrowLeft: { step: 'left', when: 'typing' },
      ArrowUp: { step: 'up', when: 'line' },
      ArrowRight: { step: 'right', when: 'typing' },
      ArrowDown: { step: 'down', when: 'line' },
    },
  },
  { messageCode: 'work.key-cancel', keys: { Escape: 'cancel' } },
]

const all = commandsByChord(editingKeys)

/** Keys of an open editor. True when the grid took the key; what it does not take belongs to the control. */
export function handleEditingKey<Row>(
  { edits, state }: GridCommandContext<Row>,
  commands: GridCommands,
  event: KeyboardEvent,
  cell: HTMLElement,
  address: CellAddress,
): boolean {
  if (event.nativeEvent.isComposing || (hasOpenPopup(event.target) && !leavesList(event))) return false
  if (pageCommandOf(event) === 'save') {
    // The form around is about to be saved: what is typed here belongs to it.
    flushSync(() => edits.commit(textIn(cell)))
    cell.focus({ preventScroll: true })
    return false
  }
  const command = all.get(chordOf(event))
  if (command === undefined) return false
  if (command === 'cancel') {
    flushSync(() => edits.cancel())
    commands.goTo(address)
    cell.focus({ preventScroll: true })
    return true
  }
  if (typeof command === 'object' && !mayLeave(command.when, event.target, state.editing()?.opening === 'type')) return false
  flushSync(() => edits.commit(textIn(cell)))
  if (typeof command === 'object') commands.step(address, command.step)
  else commands.openNext(address, command === 'next' ? 1 : -1)
  // At the edge the focus has nowhere to go: the cell keeps it.
  if (!document.activeElement || document.activeElement === document.body) cell.focus({ preventScroll: true })
  return true
}

/** Tab means the next cell, and nothing in a list of suggestions that hangs under the text. */
const leavesList = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Tab' && target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox'

const mayLeave = (when: 'line' | 'typing' | undefined, target: EventTarget, typing: boolean): boolean =>
  when === undefined || (isLine(target) && (when === 'line' || typing))

/** A single line of text: the arrows up and down have nothing to do in it. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  target.getAttribute('role') !== 'combobox' &&
  !/^(checkbox|radio|range)$/.test(target.type)
