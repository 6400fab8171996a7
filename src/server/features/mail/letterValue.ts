/** Letters of a value that a mail carries: enough for a name, too few for a letter within the letter. */
export const longestLetterValue = 120

/** Characters that are looked at: blanks and signs that go may stand among the letters. */
const mostRead = 1_000

/** Characters that break a line, turn the direction of writing, or are seen by nobody. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu

/**
 * A figure with its points (`1.234,50`), which stays as it is, or a dot within a word. Four numbers between dots are an address, and no name of a
 * place ends in a number.
 */
const figureOrDot = /(?<![\p{L}\p{N}.])\d+(?:\.\d+){1,2}(?!\.?\d)|(?<=[^\s.])[.\u3002\uff0e\uff61](?=[^\s.])/gu

/**
 * A value that somebody typed, as a letter may carry it: on one line, bounded, and nothing that a reader of mail makes a link of by
 * itself. Whoever typed it writes to people by our name: a name is a name, and no way to anywhere.
 */
export function letterValue(value: string): string {
  const line = value
    // Text that is cut off anyway is not looked through.
    .slice(0, mostRead)
    .normalize('NFC')
    .replace(unseen, ' ')
    // Some programs read marks in plain text, too.
    .replace(/[<>]/g, ' ')
    // No scheme, and no dot within a word: that is how programs know an address.
    .replace(/:\/+/g, ' ')
    .replace(/\b(mailto|tel|javascript|data):/gi, '$1 ')
    .replace(figureOrDot, found => (found.length === 1 ? `${found} ` : found))
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= longestLetterValue
    ? line
    : `${letters
        .slice(0, longestLetterValue - 1)
        .join('')
        .trimEnd()}…`
}
