import { shareOut } from '../../../../base/shareOut.ts'
import { type Amount, amount } from './amounts.ts'

/** An amount in units of its last place, which is the same for all of a call. */
const units = (value: Amount, places: number): bigint => BigInt(value.times(10 ** places).toFixed(0))

/**
 * Spreads discount, freight or another amount of the whole note over its items, in proportion to their values, to cents, as `shareOut` shares: no
 * discount is above its item. Where no item has a value, nothing is spread.
 */
export function apportion(total: Amount, values: readonly Amount[]): Amount[] {
  const places = values.reduce((most, value) => Math.max(most, value.decimalPlaces()), 0)
  const shares = shareOut(
    units(total, 2),
    values.map(value => units(value, places)),
  )
  return shares.map(share => amount(share.toString()).div(100))
}
