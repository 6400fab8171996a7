import { Decimal } from 'decimal.js'

/** Exact decimal arithmetic over JS numbers that stand for decimals of at most 15 significant digits (see `number.ts`). */
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN })

/** Back to a number of at most 15 significant digits, so that results can be stored and calculated with again. */
const back = (x: Decimal): number => {
  const near = x.toSignificantDigits(15).toNumber()
  return near === 0 ? 0 : near
}

export const add = (a: number, b: number): number => back(new Exact(a).plus(b))
export const subtract = (a: number, b: number): number => back(new Exact(a).minus(b))
export const multiply = (a: number, b: number): number => back(new Exact(a).times(b))

/** Division by zero gives 0, as an empty cost gives no margin: definitions need no guard around it. */
export const divide = (a: number, b: number): number => (b === 0 ? 0 : back(new Exact(a).div(b)))

/** Negative, zero or positive. Decimals of 15 digits keep their order as doubles. */
export const compare = (a: number, b: number): number => a - b

export const sum = (numbers: Iterable<number>): number => {
  let total = new Exact(0)
  for (const x of numbers) total = total.plus(x)
  return back(total)
}

/** For display: 0.125 -> 0.12, 0.135 -> 0.14. */
export const roundHalfEven = (x: number, places: number): number =>
  back(new Exact(x).toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN))

/** For fiscal fields, as the tax authority checks them: 0.125 -> 0.13. */
export const roundHalfUp = (x: number, places: number): number =>
  back(new Exact(x).toDecimalPlaces(places, Decimal.ROUND_HALF_UP))
