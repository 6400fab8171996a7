import { chordOf, commandsByChord, type KeyBinding, type KeyPress } from '../../ui/keyboard/chord.ts'
import type { CellStep } from './movement.ts'

/** The command of a key while no cell is edited. */
export type GridKeyCommand =
  | { readonly step: CellStep; readonly extend?: true }
  | {
      readonly command:
        | 'edit'
        | 'type'
        | 'clear'
        | 'act'
        | 'open'
        | 'select'
        | 'selectRange'
        | 'selectAll'
        | 'tab'
        | 'tabBack'
        | 'leave'
        | 'fill'
        | 'undo'
        | 'redo'
        | 'duplicate'
        | 'remove'
    }
  | { readonly resize: number }
  /** Moves the column. */
  | { readonly moveColumn: -1 | 1 }
  /** Moves the row. */
  | { readonly moveRow: -1 | 1 }

const step = (step: CellStep): GridKeyCommand => ({ step })
const extend = (step: CellStep): GridKeyCommand => ({ step, extend: true })

/** Keys of a resting cell, in every grid. The help shows this table, and the grid reads it. */
export const gridKeys: readonly KeyBinding<GridKeyCommand>[] = [
  {
    messageCode: 'work.key-move',
    keys: {
      ArrowLeft: step('left'),
      ArrowUp: step('up'),
      ArrowRight: step('right'),
      ArrowDown: step('down'),
      Tab: { command: 'tab' },
      'Shift+Tab': { command: 'tabBack' },
      'Shift+Enter': step('up'),
    },
  },
  {
    messageCode: 'work.key-ends',
    keys: {
      Home: step('rowStart'),
      End: step('rowEnd'),
      'Ctrl+ArrowLeft': step('rowStart'),
      'Ctrl+ArrowRight': step('rowEnd'),
    },
  },
  {
    messageCode: 'work.key-jump',
    keys: {
      'Ctrl+ArrowUp': step('columnStart'),
      'Ctrl+ArrowDown': step('columnEnd'),
      'Ctrl+Home': step('first'),
      'Ctrl+End': step('last'),
    },
  },
  { messageCode: 'work.key-pages', keys: { PageUp: step('pageUp'), PageDown: step('pageDown') } },
  { messageCode: 'work.key-edit', keys: { Enter: { command: 'act' }, F2: { command: 'edit' } } },
  { messageCode: 'work.key-clear', keys: { Delete: { command: 'clear' }, Backspace: { command: 'clear' } } },
  {
    messageCode: 'work.key-select',
    keys: {
      'Shift+ArrowLeft': extend('left'),
      'Shift+ArrowUp': extend('up'),
      'Shift+ArrowRight': extend('right'),
      'Shift+ArrowDown': extend('down'),
      'Shift+Home': extend('rowStart'),
      'Shift+End': extend('rowEnd'),
      'Shift+PageUp': extend('pageUp'),
      'Shift+PageDown': extend('pageDown'),
    },
  },
  {
    messageCode: 'work.key-select-far',
    keys: {
      'Ctrl+Shift+ArrowLeft': extend('rowStart'),
      'Ctrl+Shift+ArrowUp': extend('columnStart'),
      'Ctrl+Shift+ArrowRight': extend('rowEnd'),
      'Ctrl+Shift+ArrowDown': extend('columnEnd'),
      'Ctrl+Shift+Home': extend('first'),
      'Ctrl+Shift+End': extend('last'),
    },
  },
  { messageCode: 'work.key-rows', keys: { Space: { command: 'select' }, 'Shift+Space': { command: 'selectRange' } } },
  { messageCode: 'work.key-all', keys: { 'Ctrl+a': { command: 'selectAll' } } },
  { messageCode: 'work.key-leave', keys: { Escape: { command: 'leave' } } },
  { messageCode: 'work.key-open', keys: { 'Ctrl+Enter': { command: 'open' } } },
  { messageCode: 'work.key-fill', keys: { 'Ctrl+d': { command: 'fill' } } },
  { messageCode: 'work.key-undo', keys: { 'Ctrl+z': { command: 'undo' } } },
  { messageCode: 'work.key-redo', keys: { 'Ctrl+y': { command: 'redo' }, 'Ctrl+Shift+z': { command: 'redo' } } },
  { messageCode: 'work.key-width', keys: { 'Alt+ArrowLeft': { resize: -16 }, 'Alt+ArrowRight': { resize: 16 } } },
  {
    messageCode: 'work.key-move-column',
    keys: { 'Alt+Shift+ArrowLeft': { moveColumn: -1 }, 'Alt+Shift+ArrowRight': { moveColumn: 1 } },
  },
]

/** Keys of a grid whose rows are part of a record: they move, are copied and go. */
export const rowKeys: readonly KeyBinding<GridKeyCommand>[] = [
  { messageCode: 'work.key-move-row', keys: { 'Alt+ArrowUp': { moveRow: -1 }, 'Alt+ArrowDown': { moveRow: 1 } } },
  { messageCode: 'work.key-duplicate', keys: { 'Ctrl+Shift+d': { command: 'duplicate' } } },
  { messageCode: 'work.key-remove', keys: { 'Ctrl+Delete': { command: 'remove' } } },
]

/** Keys that the browser turns into events of its own, which the grid hears. */
export const clipboardKeys: readonly KeyBinding<'copy' | 'paste'>[] = [
  { messageCode: 'work.key-copy', keys: { 'Ctrl+c': 'copy' } },
  { messageCode: 'work.key-paste', keys: { 'Ctrl+v': 'paste' } },
]

const all = commandsByChord(gridKeys, rowKeys)

/** Reads a key in a resting cell; undefined leaves it to the browser and the page. */
export function gridKeyCommandOf(press: KeyPress): GridKeyCommand | undefined {
  const command = all.get(chordOf(press))
  if (command) return command
  const types = [...press.key].length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey && !press.isComposing
  return types ? { command: 'type' } : undefined
}
