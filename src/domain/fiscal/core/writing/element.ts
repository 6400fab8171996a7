import { amount } from '../calculation/amounts.ts'

/** The text of an element, or of several; empty where there is nothing to write. */
export type Xml = string

/** Only what must be escaped is: the authority refuses other entities in some services. */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** A field; left out where it has no value. */
export const field = (name: string, value: string | number | undefined): Xml =>
  value === undefined || value === '' ? '' : `<${name}>${escaped(`${value}`)}</${name}>`

/** A group of what is written already, in the schema's order; left out where it holds nothing. */
export function group(name: string, ...parts: readonly Xml[]): Xml {
  const inside = parts.join('')
  return inside === '' ? '' : `<${name}>${inside}</${name}>`
}

/** An element with attributes, whose values are codes. */
export const element = (name: string, attributes: Readonly<Record<string, string>>, ...parts: readonly Xml[]): Xml => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${written.join('')}>${parts.join('')}</${name}>`
}

/** An amount in reais, 2 decimals. */
export const moneyField = (name: string, value: number): Xml => field(name, amount(value).toFixed(2))

/** The same where an amount of nothing is left out. */
export const someMoney = (name: string, value: number): Xml => (value === 0 ? '' : moneyField(name, value))

/** A rate in percent, 4 decimals. */
export const rateField = (name: string, value: number | undefined): Xml => field(name, amount(value ?? 0).toFixed(4))

/** The same where a rate of nothing is left out, as the schema asks of some. */
export const someRate = (name: string, value: number | undefined): Xml => (value ? rateField(name, value) : '')

/** A quantity or a price: so many decimals at most, without zeros at its end. */
export const decimalField = (name: string, value: number, places: number): Xml =>
  field(name, amount(value).toDecimalPlaces(places).toFixed())
