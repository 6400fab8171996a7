import { chordOf, commandsByChord, type KeyBinding, type KeyPress } from '../../ui/keyboard/chord.ts'
import type { CellStep } from './movement.ts'

/** What a key asks for while no cell is edited. */
export type GridKeyCommand =
  | { readonly step: CellStep; readonly extend?: true }
  | {
      readonly wish:
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
  | { readonly carry: -1 | 1 }
  /** Moves the row. */
  | { readonly lift: -1 | 1 }

const step = (step: CellStep): GridKeyCommand => ({ step })
const extend = (step: CellStep): GridKeyCommand => ({ step, extend: true })

/** Keys of a resting cell, in every grid. The help shows this table, and the grid reads it. */
export const gridKeys: readonly KeyBinding<GridKeyCommand>[] = [
  {
    says: 'work.key-move',
    keys: {
      ArrowLeft: step('left'),
      ArrowUp: step('up'),
      ArrowRight: step('right'),
      ArrowDown: step('down'),
      Tab: { wish: 'tab' },
      'Shift+Tab': { wish: 'tabBack' },
      'Shift+Enter': step('up'),
    },
  },
  {
    says: 'work.key-ends',
    keys: {
      Home: step('rowStart'),
      End: step('rowEnd'),
      'Ctrl+ArrowLeft': step('rowStart'),
      'Ctrl+ArrowRight': step('rowEnd'),
    },
  },
  {
    says: 'work.key-jump',
    keys: {
      'Ctrl+ArrowUp': step('columnStart'),
      'Ctrl+ArrowDown': step('columnEnd'),
      'Ctrl+Home': step('first'),
      'Ctrl+End': step('last'),
    },
  },
  { says: 'work.key-pages', keys: { PageUp: step('pageUp'), PageDown: step('pageDown') } },
  { says: 'work.key-edit', keys: { Enter: { wish: 'act' }, F2: { wish: 'edit' } } },
  { says: 'work.key-clear', keys: { Delete: { wish: 'clear' }, Backspace: { wish: 'clear' } } },
  {
    says: 'work.key-select',
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
    says: 'work.key-select-far',
    keys: {
      'Ctrl+Shift+ArrowLeft': extend('rowStart'),
      'Ctrl+Shift+ArrowUp': extend('columnStart'),
      'Ctrl+Shift+ArrowRight': extend('rowEnd'),
      'Ctrl+Shift+ArrowDown': extend('columnEnd'),
      'Ctrl+Shift+Home': extend('first'),
      'Ctrl+Shift+End': extend('last'),
    },
  },
  { says: 'work.key-rows', keys: { Space: { wish: 'select' }, 'Shift+Space': { wish: 'selectRange' } } },
  { says: 'work.key-all', keys: { 'Ctrl+a': { wish: 'selectAll' } } },
  { says: 'work.key-leave', keys: { Escape: { wish: 'leave' } } },
  { says: 'work.key-open', keys: { 'Ctrl+Enter': { wish: 'open' } } },
  { says: 'work.key-fill', keys: { 'Ctrl+d': { wish: 'fill' } } },
  { says: 'work.key-undo', keys: { 'Ctrl+z': { wish: 'undo' } } },
  { says: 'work.key-redo', keys: { 'Ctrl+y': { wish: 'redo' }, 'Ctrl+Shift+z': { wish: 'redo' } } },
  { says: 'work.key-width', keys: { 'Alt+ArrowLeft': { resize: -16 }, 'Alt+ArrowRight': { resize: 16 } } },
  { says: 'work.key-carry', keys: { 'Alt+Shift+ArrowLeft': { carry: -1 }, 'Alt+Shift+ArrowRight': { carry: 1 } } },
]

/** Keys of a grid whose rows are part of a record: they move, are copied and go. */
export const rowKeys: readonly KeyBinding<GridKeyCommand>[] = [
  { says: 'work.key-lift', keys: { 'Alt+ArrowUp': { lift: -1 }, 'Alt+ArrowDown': { lift: 1 } } },
  { says: 'work.key-duplicate', keys: { 'Ctrl+Shift+d': { wish: 'duplicate' } } },
  { says: 'work.key-remove', keys: { 'Ctrl+Delete': { wish: 'remove' } } },
]

/** Keys that the browser turns into events of its own, which the grid hears. */
export const clipboardKeys: readonly KeyBinding<'copy' | 'paste'>[] = [
  { says: 'work.key-copy', keys: { 'Ctrl+c': 'copy' } },
  { says: 'work.key-paste', keys: { 'Ctrl+v': 'paste' } },
]

const all = commandsByChord(gridKeys, rowKeys)

/** Reads a key in a resting cell; undefined leaves it to the browser and the page. */
export function gridKeyCommandOf(press: KeyPress): GridKeyCommand | undefined {
  const wish = all.get(chordOf(press))
  if (wish) return wish
  const types = [...press.key].length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey && !press.isComposing
  return types ? { wish: 'type' } : undefined
}
