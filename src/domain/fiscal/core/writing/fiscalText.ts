/** Characters of other alphabets' punctuation, by what says the same in Latin-1. */
const alike: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2022': '-',
  '\u2026': '...',
  '\u20ac': 'EUR',
}

/**
 * A text as documents may hold it: characters of Latin-1, one blank between words, none at the ends, cut at a word where it is too
 * long. Characters that there are not (emoji) are left out.
 */
export function fiscalText(text: string, longest: number): string {
  const latin = text
    .normalize('NFC')
    .replace(/[\u2010-\u20ac]/g, character => alike[character] ?? character)
    .replace(/[^\u0021-\u007e\u00a1-\u00ff]+/gu, found => (/\s|[\p{Cc}\u00a0]/u.test(found) ? ' ' : ''))
    .trim()
  if (latin.length <= longest) return latin
  const cut = latin.slice(0, longest + 1)
  const end = cut.lastIndexOf(' ')
  return (end > longest / 2 ? cut.slice(0, end) : latin.slice(0, longest)).trim()
}

/** The same, of several lines: the authority's own mark stands between them. */
export const fiscalLines = (text: string, longest: number): string =>
  fiscalText(text.replace(/\s*\n\s*/g, ' | ').replace(/^[ |]+|[ |]+$/g, ''), longest)
