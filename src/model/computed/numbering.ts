/** A pattern such as `RES-{year}-{0000}`: the text before and after its number, with the parts of a day in it, and the digits it has at least. */
export interface NumberingPattern {
  readonly before: string
  readonly digits: number
  readonly after: string
}

/** The texts around the numbers of one series: `RES-2026-` and nothing. Each series of a store counts by itself. */
export type NumberSeries = NumberingPattern

/** Most digits of a number that is read from a text. */
const mostDigits = 15

const parts: Readonly<Record<string, (day: string) => string>> = {
  '{year}': day => day.slice(0, 4),
  '{month}': day => day.slice(5, 7),
  '{day}': day => day.slice(8, 10),
}

/** Parts of a day that a pattern may name. */
export const numberingParts = Object.keys(parts)

/** Reads a pattern; undefined where it has not one place for the number, or a part that is none. */
export function readNumbering(pattern: string): NumberingPattern | undefined {
  const [, before = '', zeros = '', after = ''] = /^(.*?)\{(0+)\}(.*)$/s.exec(pattern) ?? []
  if (zeros === '' || zeros.length > 9) return undefined
  const rest = `${before}\n${after}`.replace(/\{[a-z]+\}/g, part => (Object.hasOwn(parts, part) ? '' : part))
  return /[{}]/.test(rest) ? undefined : { before, digits: zeros.length, after }
}

/** The series of a day: `2026-11-27`. */
export const seriesOf = ({ before, digits, after }: NumberingPattern, day: string): NumberSeries => ({
  before: filled(before, day),
  digits,
  after: filled(after, day),
})

const filled = (text: string, day: string): string => text.replace(/\{[a-z]+\}/g, part => parts[part]?.(day) ?? part)

/** The text of a number in its series. */
export const numberText = ({ before, digits, after }: NumberSeries, number: number): string =>
  `${before}${String(number).padStart(digits, '0')}${after}`

/** The name of a series among those of the same field. */
export const seriesKey = ({ before, after }: NumberSeries): string => `${before}{0}${after}`

/** The series and number of a text that an import brings; undefined where the pattern does not make such texts. */
export function numberFromText(pattern: NumberingPattern, text: string): { series: NumberSeries; number: number } | undefined {
  const any = (part: string): string =>
    part
      .split(/(\{[a-z]+\})/)
      .map(one => (one === '{year}' ? '\\d{4}' : Object.hasOwn(parts, one) ? '\\d{2}' : RegExp.escape(one)))
      .join('')
  const found = new RegExp(`^(${any(pattern.before)})(\\d{1,${mostDigits}})(${any(pattern.after)})$`).exec(text)
  const [, before = '', number = '', after = ''] = found ?? []
  return found ? { series: { before, digits: pattern.digits, after }, number: Number(number) } : undefined
}

/** The length of its texts: of a number with at least nine digits. */
export const numberingLength = (pattern: NumberingPattern): number => {
  const { before, after, digits } = seriesOf(pattern, '2026-01-01')
  return before.length + after.length + Math.max(digits, 9)
}
