import type { Decimal } from 'decimal.js'
import { ExactDecimal } from './decimal.ts'

const plain = /^-?\d+(\.\d+)?$/

/**
 * Decimals of any length as text, as a database counts them: no step goes through a binary number. Rounded to the number as JSON
 * writes it, with at most so many places, halves to the even neighbour. Undefined for NaN and infinities.
 */
export function roundDigits(text: string, places: number): string | undefined {
  if (plain.test(text)) {
    const point = text.indexOf('.')
    if (point < 0) return text === '-0' ? '0' : text
    if (text.length - point - 1 <= places) return trimmed(text)
  }
  const number = new ExactDecimal(text)
  if (!number.isFinite()) return undefined
  const rounded = number.toDecimalPlaces(places)
  return rounded.isZero() ? '0' : rounded.toString()
}

/** Without zeros after the last place that says something. */
function trimmed(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end--
  if (text[end - 1] === '.') end--
  const short = text.slice(0, end)
  return short === '-0' ? '0' : short
}

/** The sum of decimals. */
export function sumDigits(texts: Iterable<string>): string {
  let total: Decimal = new ExactDecimal(0)
  for (const text of texts) total = total.plus(text)
  return total.isZero() ? '0' : total.toString()
}
