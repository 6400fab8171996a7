/** The facts of a key press. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing?: boolean
}

/** A line of a table of keys: what they do, by message code, and what each chord asks for. */
export interface KeyBinding<W> {
  readonly messageCode: string
  readonly keys: Readonly<Record<string, W>>
}

/** A press as one text, the way tables write it: `Ctrl+Shift+d`, `Alt+ArrowUp`, `?`. ⌘ counts as Ctrl. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const command = ctrlKey || metaKey
  const letter = [...key].length === 1
  // Of a sign typed alone Shift is a part: it makes the ? of a /.
  const shift = shiftKey && (!letter || key === ' ' || command || altKey)
  const name = key === ' ' ? 'Space' : letter ? key.toLowerCase() : key
  return [command ? 'Ctrl' : '', altKey ? 'Alt' : '', shift ? 'Shift' : '', name].filter(Boolean).join('+')
}

/** Returns the command of each chord of some lines. */
export const commandsByChord = <W>(...tables: readonly (readonly KeyBinding<W>[])[]): ReadonlyMap<string, W> =>
  new Map(tables.flat().flatMap(({ keys }) => Object.entries(keys)))

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  Escape: 'Esc',
  Space: 'Espaço',
}

/** Chords as they stand on the keyboard, those of the same modifiers together: `Ctrl+← ↑ → ↓`. */
export function chordLabels(chords: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const chord of chords) {
    const at = chord.lastIndexOf('+', chord.length - 2) + 1
    const key = chord.slice(at)
    const prefix = chord.slice(0, at)
    groups.set(prefix, [...(groups.get(prefix) ?? []), names[key] ?? (key.length === 1 ? key.toUpperCase() : key)])
  }
  return [...groups].map(([prefix, keys]) => `${prefix}${keys.join(' ')}`)
}
