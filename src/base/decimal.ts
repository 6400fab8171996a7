import { Decimal } from 'decimal.js'

/** The one decimal engine: 60 digits, so that steps are exact, and halves to the even neighbour. */
export const ExactDecimal = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -1000, toExpPos: 1000 })

/** Digits of a number that storing and calculating again leave unchanged (see `number.ts`). */
const SIGNIFICANT = 15

/** Back to a number; never -0. */
const numberOf = (x: Decimal): number => x.toSignificantDigits(SIGNIFICANT).toNumber() + 0

const finite = (a: number, b: number): boolean => Number.isFinite(a) && Number.isFinite(b)

/** Exact where binary numbers drift: 0.1 + 0.2 is 0.3. As with all here, numbers stand for decimals of at most 15 significant digits. */
export const add = (a: number, b: number): number => (finite(a, b) ? numberOf(new ExactDecimal(a).plus(b)) : a + b)

export const subtract = (a: number, b: number): number => (finite(a, b) ? numberOf(new ExactDecimal(a).minus(b)) : a - b)

export const multiply = (a: number, b: number): number => (finite(a, b) ? numberOf(new ExactDecimal(a).times(b)) : a * b)

/** Division by zero gives 0, as an empty cost gives no margin: definitions need no guard around it. */
export const divide = (a: number, b: number): number => {
  if (b === 0) return 0
  return finite(a, b) ? numberOf(new ExactDecimal(a).div(b)) : a / b
}

/** Negative, zero or positive. Decimals of 15 digits keep their order as doubles. */
export const compareDecimals = (a: number, b: number): number => a - b

export const sum = (numbers: Iterable<number>): number => {
  let total: Decimal = new ExactDecimal(0)
  for (const x of numbers) {
    if (!Number.isFinite(x)) return Number.NaN
    total = total.plus(x)
  }
  return numberOf(total)
}

const rounded = (x: number, places: number, rounding: Decimal.Rounding): number => {
  if (!Number.isFinite(x)) return x
  const value = new ExactDecimal(x)
  // Places before the point: round(1234, -2) is 1200.
  const fewer = places < 0 ? value.toNearest(`1e${-places}`, rounding) : value.toDecimalPlaces(places, rounding)
  return numberOf(fewer)
}

/** For display: 0.125 -> 0.12, 0.135 -> 0.14. */
export const roundHalfEven = (x: number, places: number): number => rounded(x, places, Decimal.ROUND_HALF_EVEN)

/** For fiscal fields, as the tax authority checks them: 0.125 -> 0.13. */
export const roundHalfUp = (x: number, places: number): number => rounded(x, places, Decimal.ROUND_HALF_UP)

/** Rounded away from 0 to decimal places. */
export const roundUp = (x: number, places: number): number => rounded(x, places, Decimal.ROUND_UP)
