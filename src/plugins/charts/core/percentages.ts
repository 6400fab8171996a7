import { divide, multiply, roundHalfEven, sum } from '../../../base/decimal.ts'

/** Returns each value's share of their sum, in whole percentages; nothing is 0 %. */
export function percentagesOf(values: readonly (number | null)[]): readonly number[] {
  const positive = values.map(value => Math.max(0, value ?? 0))
  const all = sum(positive)
  return positive.map(value => roundHalfEven(multiply(divide(value, all), 100), 0))
}
