import { chordOf, commandsByChord, type KeyBinding, type KeyPress } from './chord.ts'

export type PageCommand = 'find' | 'help' | 'close' | 'save' | 'search' | 'nextPage' | 'previousPage' | 'run'

/** Keys that work on a page as a whole, by where: the help shows these tables, and `pageWish` reads them. */
export const pageKeyBindings = {
  anywhere: [
    { messageCode: 'work.key-find', keys: { 'Ctrl+k': 'find' } },
    { messageCode: 'work.key-help', keys: { '?': 'help' } },
    { messageCode: 'work.key-close', keys: { Escape: 'close' } },
  ],
  list: [
    { messageCode: 'work.key-search', keys: { '/': 'search' } },
    { messageCode: 'work.key-page', keys: { 'Alt+PageUp': 'previousPage', 'Alt+PageDown': 'nextPage' } },
  ],
  form: [{ messageCode: 'work.key-save', keys: { 'Ctrl+s': 'save' } }],
  report: [{ messageCode: 'work.key-run', keys: { 'Ctrl+Enter': 'run' } }],
} as const satisfies Record<string, readonly KeyBinding<PageCommand>[]>

const all = commandsByChord<PageCommand>(...Object.values(pageKeyBindings))

/** Returns the command of a key press for the page. */
export const pageCommandOf = (press: KeyPress): PageCommand | undefined => all.get(chordOf(press))
