import { shareOut } from '../../../base/shareOut.ts'

/**
 * Amounts of a sale as whole numbers of their last decimal place: cents, thousandths of a quantity, hundredths of a percent. Sums
 * and differences of whole numbers below 2^53 are exact.
 */
export type AmountUnits = number

/** The units of a number or its text, undefined where it is no decimal of at most so many places. */
export function parseAmount(value: unknown, places: number): AmountUnits | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const found = /^(-?)(\d{1,13})(?:\.(\d{1,60}))?$/.exec(typeof value === 'number' ? String(value) : value.trim())
  if (!found) return undefined
  const [, sign, whole = '', fraction = ''] = found
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > places) return undefined
  const units = Number(whole) * 10 ** places + Number(kept.padEnd(places, '0') || '0')
  if (!Number.isSafeInteger(units)) return undefined
  return sign === '-' && units !== 0 ? -units : units
}

/** The text of an amount, as PostgreSQL and people's programs read it. */
export function amountText(units: AmountUnits, places: number): string {
  if (places === 0) return String(units)
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** a x b / 10^places, rounded half up at the last place. */
export function multiplyAmounts(a: AmountUnits, b: AmountUnits, places: number): AmountUnits {
  const product = BigInt(a) * BigInt(b)
  const by = 10n ** BigInt(places)
  const half = product < 0n ? -by / 2n : by / 2n
  return Number((product + half) / by)
}

/** Parts of a total in proportion to weights, as `shareOut` shares; where no weight takes anything, the last part has it all. */
export function splitByWeight(total: AmountUnits, weights: readonly AmountUnits[]): AmountUnits[] {
  const parts = shareOut(BigInt(total), weights.map(BigInt)).map(Number)
  const last = parts.length - 1
  if (last >= 0 && !weights.some(weight => weight > 0)) parts[last] = total
  return parts
}
