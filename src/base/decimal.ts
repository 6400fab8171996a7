import { scientificParts } from './number.ts'

/**
 * Exact decimal arithmetic over JS numbers that stand for decimals of at most 15 significant digits (see `number.ts`), by whole
 * numbers alone, so that a list needs no library. Checked against decimal.js in its test.
 */
interface Exact {
  /** The value is `units` times ten to the `exponent`. */
  readonly units: bigint
  readonly exponent: number
}

const SIGNIFICANT = 15

const exact = (x: number): Exact => {
  const { digits, exponent } = scientificParts(x)
  return { units: x < 0 ? -BigInt(digits) : BigInt(digits), exponent }
}

const sizeOf = (units: bigint): number => String(units < 0n ? -units : units).length

type Tie = 'even' | 'up'

/** Without its last digits, rounded to the nearest; at a tie to the even neighbour, or away from zero. */
const shortened = ({ units, exponent }: Exact, by: number, tie: Tie): Exact => {
  if (by <= 0) return { units, exponent }
  const step = 10n ** BigInt(by)
  const whole = units / step
  const rest = units % step
  const twice = (rest < 0n ? -rest : rest) * 2n
  const away = twice > step || (twice === step && (tie === 'up' || whole % 2n !== 0n))
  return { units: away ? whole + (units < 0n ? -1n : 1n) : whole, exponent: exponent + by }
}

/** Back to a number of at most 15 significant digits, so that results can be stored and calculated with again. */
const back = (x: Exact): number => {
  const { units, exponent } = shortened(x, sizeOf(x.units) - SIGNIFICANT, 'even')
  return units === 0n ? 0 : Number(`${units}e${exponent}`)
}

/** Both over the smaller exponent. */
const plus = (a: Exact, b: Exact): Exact => {
  const exponent = Math.min(a.exponent, b.exponent)
  const over = (x: Exact): bigint => x.units * 10n ** BigInt(x.exponent - exponent)
  return { units: over(a) + over(b), exponent }
}

const finite = (a: number, b: number): boolean => Number.isFinite(a) && Number.isFinite(b)

export const add = (a: number, b: number): number => (finite(a, b) ? back(plus(exact(a), exact(b))) : a + b)
export const subtract = (a: number, b: number): number => add(a, -b)

export const multiply = (a: number, b: number): number => {
  if (!finite(a, b)) return a * b
  const x = exact(a)
  const y = exact(b)
  return back({ units: x.units * y.units, exponent: x.exponent + y.exponent })
}

/** Division by zero gives 0, as an empty cost gives no margin: definitions need no guard around it. */
export const divide = (a: number, b: number): number => {
  if (b === 0) return 0
  if (!finite(a, b)) return a / b
  const x = exact(a)
  const y = exact(b)
  const more = Math.max(0, SIGNIFICANT + 2 + sizeOf(y.units) - sizeOf(x.units))
  const scaled = x.units * 10n ** BigInt(more)
  const whole = scaled / y.units
  // What is left over is one more digit that is not 0: enough to tell a tie from what lies beside it.
  const rest = scaled % y.units === 0n ? 0n : x.units < 0n === y.units < 0n ? 1n : -1n
  return back({ units: whole * 10n + rest, exponent: x.exponent - y.exponent - more - 1 })
}

/** Negative, zero or positive. Decimals of 15 digits keep their order as doubles. */
export const compareDecimals = (a: number, b: number): number => a - b

export const sum = (numbers: Iterable<number>): number => {
  let total: Exact = { units: 0n, exponent: 0 }
  for (const x of numbers) {
    if (!Number.isFinite(x)) return Number.NaN
    total = plus(total, exact(x))
  }
  return back(total)
}

const rounded = (x: number, places: number, tie: Tie): number => {
  if (!Number.isFinite(x)) return x
  const value = exact(x)
  return back(shortened(value, -places - value.exponent, tie))
}

/** For display: 0.125 -> 0.12, 0.135 -> 0.14. */
export const roundHalfEven = (x: number, places: number): number => rounded(x, places, 'even')

/** For fiscal fields, as the tax authority checks them: 0.125 -> 0.13. */
export const roundHalfUp = (x: number, places: number): number => rounded(x, places, 'up')
