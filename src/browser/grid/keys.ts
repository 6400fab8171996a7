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
  | { readonly step: Step }
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
    }
  | { readonly resize: number }

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
  if (altKey) return resizing(key)
  if (command) return commanded(key)
  const step = arrows[key]
  if (step) return { step }
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

function commanded(key: string): Wish | undefined {
  const step = far[key]
  if (step) return { step }
  if (key === 'Enter') return { wish: 'open' }
  return key.toLowerCase() === 'a' ? { wish: 'selectAll' } : undefined
}

function resizing(key: string): Wish | undefined {
  if (key === 'ArrowLeft') return { resize: -16 }
  return key === 'ArrowRight' ? { resize: 16 } : undefined
}
