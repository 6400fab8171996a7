/** Signs that nobody sees: of no width, hyphens that may be, directions. One that joins the parts of an emoji is seen. */
const unseen =
  /[\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\u200D(?!\p{Extended_Pictographic})/gu

/** A text without signs that nobody sees, its odd blanks as usual ones, several of them as one: names that look alike are alike. */
export const tidyBlanks = (text: string): string => text.replace(unseen, '').replace(/[^\S\n]+/gu, ' ')

/** Lower case without accents, blanks that look alike as one: 'Pão  de Açúcar' -> 'pao de acucar'. What texts are compared and searched by. */
export const foldText = (text: string): string => tidyBlanks(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())

/** The folded words of a text: letters and digits, everything else separates. */
export const foldedWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A title inside of a sentence: 'NF-e recebidas' -> 'NF-e recebidas', 'Contas' -> 'contas'. Short forms keep their capitals. */
export const lowerCaseTitle = (title: string): string =>
  title.replace(/\S+/g, word => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))

/** Characters as people count them, and as PostgreSQL and JSON Schema do: an emoji is one. */
export const characterCount = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const unheld = /[\u0000-\u0008\u000B-\u001F\u007F]/g
/** Of a character of two units the first alone, where a text was cut. */
const half = /[\uD800-\uDBFF]$/

/** Returns a text of another system as it may be kept: without the signs that no database holds, cut to so many units. Empty where it is no text. */
export const foreignText = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.replace(unheld, '').slice(0, most).replace(half, '').toWellFormed() : ''

/** A text of at most so many units, its cut end marked by `…`: 'Hambúrguer da casa' of 12 -> 'Hambúrguer…'. An emoji stays whole or goes. */
export const truncate = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, Math.max(1, most - 1))
        .replace(half, '')
        .trimEnd()}…`

/**
 * The text of a value as JSON, with what is not in Latin-1 (dashes, curly quotes) escaped. An engine keeps such a text at one byte a letter: half
 * the memory, and a browser reads and parses a large one a quarter faster than with two.
 */
export const oneByteJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\0-\xff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
