import type { Step } from './movement.ts'

/** What a key press says. */
export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing?: boolean
}

/** What a key asks for while no cell is edited. */
export type Wish =
  | { readonly step: Step; readonly extend?: true }
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

const arrows: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'rowStart',
  End: 'rowEnd',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
}

const far: Readonly<Record<string, Step>> = {
  ArrowUp: 'columnStart',
  ArrowDown: 'columnEnd',
  ArrowLeft: 'rowStart',
  ArrowRight: 'rowEnd',
  Home: 'first',
  End: 'last',
}

/** Reads a key in a resting cell; undefined leaves it to the browser and the page. */
export function wishOf(press: Press): Wish | undefined {
  const { key, shiftKey, altKey } = press
  const command = press.ctrlKey || press.metaKey
  if (altKey) return moving(key, shiftKey)
  if (command) return commanded(key, shiftKey)
  const step = arrows[key]
  if (step) return extended(step, shiftKey)
  switch (key) {
    case 'Enter':
      return shiftKey ? { step: 'up' } : { wish: 'act' }
    case 'F2':
      return { wish: 'edit' }
    case ' ':
      return { wish: shiftKey ? 'selectRange' : 'select' }
    case 'Delete':
    case 'Backspace':
      return { wish: 'clear' }
    case 'Tab':
      return { wish: shiftKey ? 'tabBack' : 'tab' }
    case 'Escape':
      return { wish: 'leave' }
  }
  return [...key].length === 1 && !press.isComposing ? { wish: 'type' } : undefined
}

const extended = (step: Step, extend: boolean): Wish => (extend ? { step, extend } : { step })

function commanded(key: string, shift: boolean): Wish | undefined {
  const step = far[key]
  if (step) return extended(step, shift)
  switch (key.toLowerCase()) {
    case 'enter':
      return { wish: 'open' }
    case 'a':
      return { wish: 'selectAll' }
    case 'd':
      return { wish: shift ? 'duplicate' : 'fill' }
    case 'z':
      return { wish: shift ? 'redo' : 'undo' }
    case 'y':
      return { wish: 'redo' }
    case 'delete':
      return { wish: 'remove' }
  }
  return undefined
}

/** Alt and the arrows: the column's width, with Shift its place; up and down the row's place. */
function moving(key: string, shift: boolean): Wish | undefined {
  if (key === 'ArrowLeft') return shift ? { carry: -1 } : { resize: -16 }
  if (key === 'ArrowRight') return shift ? { carry: 1 } : { resize: 16 }
  if (key === 'ArrowUp') return { lift: -1 }
  return key === 'ArrowDown' ? { lift: 1 } : undefined
}
