import codes from 'bwip-js/node'

/** A bar of a code: where it begins and how wide it is, in modules. */
export interface Bar {
  readonly at: number
  readonly modules: number
}

/** The bars of a code, with the spaces between them in its width. */
export interface CodeBars {
  readonly bars: readonly Bar[]
  readonly modules: number
}

/** CodeBars of a text as Code 128: pairs of digits in set C, letters in the others. */
export const barsOf = (text: string): CodeBars => drawn('code128', text)

/** Longest text that a scanner reads from one line of bars. */
const longest = 48

/** CodeBars as shops read them: EAN-8, UPC-A or EAN-13 where the text is such a number, else Code 128. Undefined for what no bars can say. */
export function shopBarsOf(text: string): CodeBars | undefined {
  if (text.length > longest || !/^[\x20-\x7e]+$/.test(text)) return undefined
  const kind = isArticleNumber(text) ? ({ 8: 'ean8', 12: 'upca', 13: 'ean13' } as const)[text.length] : undefined
  return kind === undefined ? barsOf(text) : drawn(kind, text)
}

/** Tells whether the last digit is the check digit of those before it. */
function isArticleNumber(text: string): boolean {
  if (!/^(\d{8}|\d{12,13})$/.test(text)) return false
  const weighed = [...text].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return weighed % 10 === 0
}

function drawn(kind: 'code128' | 'ean8' | 'upca' | 'ean13', text: string): CodeBars {
  const [code] = codes.raw(kind, text)
  if (!code || !('sbs' in code)) throw new Error(`${kind} has bars`)
  const bars: Bar[] = []
  let at = 0
  // CodeBars and spaces take turns.
  for (const [index, modules] of code.sbs.entries()) {
    if (index % 2 === 0) bars.push({ at, modules })
    at += modules
  }
  return { bars, modules: at }
}
