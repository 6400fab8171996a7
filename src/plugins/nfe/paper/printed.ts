import type { Decimal } from 'decimal.js'

/** A number with its digits in groups, as Brazil writes it: 1.234,50. */
export function printedNumber(value: Decimal, places: number): string {
  const [whole = '', cents] = value.toFixed(places).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return cents === undefined ? grouped : `${grouped},${cents}`
}

/** With as many places as it has, but no fewer than these. */
export const printedAtLeast = (value: Decimal, places: number): string =>
  printedNumber(value, Math.max(places, value.decimalPlaces()))

/** 12.ABC.345/01DE-35, 123.456.789-09; anything else as it is. */
export function printedTaxId(text: string): string {
  if (/^[0-9A-Z]{14}$/.test(text)) return text.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  return text.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
}

/** A moment as the document writes it, in its own zone: 10/09/2026 12:30:00. */
export const printedMoment = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d).*$/, '$3/$2/$1 $4')

/** Groups of four, on two lines. */
export const printedKey = (key: string): string[] =>
  [key.slice(0, 24), key.slice(24)].map(half => (half.match(/.{1,4}/g) ?? []).join(' '))

/** Dates of a file are the note's: 10/09/2026 12:30:00. */
export function fileMoment(printed: string): Date {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/.exec(printed) ?? []
  return new Date(`${year ?? '2000'}-${month ?? '01'}-${day ?? '01'}T${time ?? '00:00:00'}Z`)
}
