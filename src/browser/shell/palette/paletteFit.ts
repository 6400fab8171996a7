import { foldedWords } from '../../../base/text.ts'
import type { FinderOption } from '../../../controls/finderOption.ts'

/** Names of a row with which a text is compared: its own, other words for it, and words that stand beside it, such as its group. */
export interface PaletteNames {
  readonly titles: readonly string[]
  readonly synonyms?: readonly string[]
  readonly beside?: string
}

/** The words of a title, and those joined by a hyphen as one: who types 'nfce' means 'NFC-e'. */
const wordsOf = (title: string): readonly string[] => [...foldedWords(title), ...foldedWords(title.replaceAll('-', ''))]

const isStarted = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every(word => words.some(other => other.startsWith(word)))

/** Tells whether every typed word starts a word of the title. */
export const startsAll = (title: string, text: string): boolean => isStarted(foldedWords(text), wordsOf(title))

/**
 * Tells how well a text names something, more being better: its very name, a synonym, the beginning of its name or of words in it, then with
 * the words beside it. Undefined where a typed word begins none of them.
 */
export function paletteFit(text: string, { titles, synonyms = [], beside = '' }: PaletteNames): number | undefined {
  const typed = foldedWords(text)
  const whole = typed.join(' ')
  const forms = (name: string): readonly string[] => [name, name.replaceAll('-', '')].map(one => foldedWords(one).join(' '))
  const is = (name: string): boolean => forms(name).includes(whole)
  const begins = (name: string): boolean => forms(name).some(form => form.startsWith(whole))
  const has = (name: string): boolean => isStarted(typed, wordsOf(name))
  if (titles.some(is)) return 6
  if (synonyms.some(is)) return 5
  if (titles.some(begins)) return 4
  // One letter begins a word of nearly everything.
  if (whole.length === 1) return synonyms.some(begins) ? 2 : undefined
  if (titles.some(has)) return 3
  if (synonyms.some(has)) return 2
  const all = [...titles, ...synonyms, beside].flatMap(wordsOf)
  return isStarted(typed, all) ? 1 : undefined
}

/** A row of the palette with what it is found by. */
export interface PaletteRow {
  readonly option: FinderOption
  readonly names: PaletteNames
}

/** The address that a row leads to, without what kind of row it is. */
export const rowAddress = (id: string): string => id.replace(/^[a-z]+:/, '')

/** Rows that a text names, the best first, of those that lead to one address the best alone. */
export function bestRows(rows: readonly PaletteRow[], text: string): readonly FinderOption[] {
  const fitting = rows.flatMap(({ option, names }) => {
    const fit = paletteFit(text, names)
    return fit === undefined ? [] : [{ option, fit }]
  })
  const sorted = fitting.toSorted((a, b) => b.fit - a.fit).map(({ option }) => option)
  return uniqueRows(sorted)
}

/** Each address once: what leads to the same page twice is shown where it comes first. */
export const uniqueRows = (options: readonly FinderOption[]): readonly FinderOption[] => [
  ...options
    .reduce((all, one) => (all.has(rowAddress(one.id)) ? all : all.set(rowAddress(one.id), one)), new Map<string, FinderOption>())
    .values(),
]
