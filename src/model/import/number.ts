import { parseDecimal } from '../../base/number.ts'

/** A minus right before the number, before its currency sign too, and not the hyphen of a word. */
const MINUS_BEFORE = /(?:^|[\s$(])-\s*(?:R?\$\s*)?$/
const MINUS_BEHIND = /^\s*-\s*$/
/** Accountants' way. */
const BRACKETS = [/\(\s*(?:R?\$\s*)?$/, /^\s*\)/] as const

/**
 * The number in a cell: comma or point, and what is no part of a number removed around it ('R$ 3,00 / kg'). Undefined when there is
 * none, or when something else than marks and spaces stands among its digits: '3/4' is not 34, and of '1E+05' the digits are lost.
 */
export function readNumber(text: string, places: number): number | undefined {
  const plain = text.replaceAll('\u2212', '-')
  const first = plain.search(/\d/)
  if (first < 0) return undefined
  const last = plain.length - 1 - [...plain].reverse().join('').search(/\d/)
  const digits = plain.slice(first, last + 1)
  if (/[^\d.,\s]/.test(digits)) return undefined
  // ',5' begins with its mark; the point of 'cap. 5' belongs to the word.
  const mark = /(?:^|[^\p{L}.,])([.,])$/u.exec(plain.slice(0, first))?.[1] ?? ''
  const before = plain.slice(0, first - mark.length)
  const behind = plain.slice(last + 1)
  if (before.split('-').length > 2) return undefined
  const size = parseDecimal(mark + digits, places)
  if (size === undefined || size === 0) return size
  const bracketed = BRACKETS[0].test(before) && BRACKETS[1].test(behind)
  return MINUS_BEFORE.test(before) || MINUS_BEHIND.test(behind) || bracketed ? -size : size
}
