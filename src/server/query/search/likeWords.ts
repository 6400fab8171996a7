import type { SoughtWord } from './soughtWords.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Shorter words are like too many others, longer ones are like themselves alone. */
const SHORTEST = 4
const LONGEST = 20

/** Tells whether a word may have been written with one letter wrong. */
const mayBeWrong = (word: string): boolean => /^[a-z]+$/.test(word) && word.length >= SHORTEST && word.length <= LONGEST

/** The texts that differ from a word by one letter: left out, exchanged, another one or one more. */
function oneLetterAway(word: string): ReadonlySet<string> {
  const away = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after.length > 1) away.add(`${before}${after[1]}${after[0]}${after.slice(2)}`)
    if (after.length > 0) away.add(before + after.slice(1))
    for (const letter of letters) {
      if (after.length > 0) away.add(before + letter + after.slice(1))
      if (after.length > 0) away.add(before + letter + after)
    }
  }
  away.delete(word)
  return away
}

/** One of a plural, as far as it is told by its end. */
const singular = (word: string): string => (word.length > SHORTEST ? word.replace(/s$/, '') : word)

/**
 * The words that begin like one that was written with a letter wrong, or that it is two of, as a query of PostgreSQL; undefined where
 * nothing else can be meant.
 */
export function likeWordsQuery({ forms: [word = '', ...others] }: SoughtWord): string | undefined {
  if (others.length > 0 || !mayBeWrong(word)) return undefined
  const begun = [...oneLetterAway(singular(word))].filter(text => text.length >= SHORTEST - 1).map(text => `'${text}':*`)
  const parted = Array.from(word.slice(1), (_, at) => `('${word.slice(0, at + 1)}' & '${word.slice(at + 1)}':*)`)
  return [...begun, ...parted].join(' | ')
}

/** Tells whether a search that found nothing may find what is like it. */
export const isLikeSearch = (sought: readonly SoughtWord[]): boolean =>
  sought.some(word => likeWordsQuery(word) !== undefined) ||
  (sought.some(({ common }) => common) && sought.some(({ common }) => !common))
