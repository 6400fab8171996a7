import { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../../base/decimal.ts'

/** An exact decimal: money, a quantity or a rate in percent. */
export type Amount = Decimal

export const amount = (value: number | string | Decimal): Amount => new ExactDecimal(value)

export const zero: Amount = amount(0)

/** Rounded half up, as every field of a note is before the next one is worked out from it. */
export const halfUp = (value: Amount, places: number): Amount => value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP)

/** To cents. */
export const money = (value: Amount): Amount => halfUp(value, 2)

export const sumOf = (amounts: Iterable<Amount>): Amount => {
  let total = zero
  for (const each of amounts) total = total.plus(each)
  return total
}

/** So many percent of a base, to cents. */
export const percentOf = (base: Amount, rate: Amount): Amount => money(base.times(rate).div(100))

/** A base less so many percent, to cents. */
export const reducedBy = (base: Amount, percent: Amount): Amount => money(base.times(amount(100).minus(percent)).div(100))

export const notBelowZero = (value: Amount): Amount => (value.isNegative() ? zero : value)
