/** Letters of a value that a mail carries: enough for a name, too few for a letter within the letter. */
export const longestLetterValue = 120

/** Characters that are looked at: blanks and signs that go may stand among the letters. */
const mostRead = 1_000

/** Characters that break a line, turn the direction of writing, or are seen by nobody. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu

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
    .replace(/(?<=[^\s.])([.\u3002\uff0e\uff61])(?=[^\s.])/gu, '$1 ')
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
