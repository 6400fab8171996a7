import { type Amount, money, sumOf, zero } from './amounts.ts'

/**
 * Spreads discount, freight or another amount of the whole note over its items, in proportion to their values: each share half up to
 * cents, what remains on the last item with a value above 0. Shares add up to the amount and none is below 0; where no item has a
 * value, nothing is spread.
 */
export function apportion(total: Amount, values: readonly Amount[]): Amount[] {
  if (total.isZero()) return values.map(() => zero)
  const all = sumOf(values.filter(value => value.isPositive()))
  const last = values.findLastIndex(value => value.greaterThan(0))
  let left = total
  return values.map((value, at) => {
    if (last < 0 || !value.greaterThan(0)) return zero
    const share = money(total.times(value).div(all))
    // Shares that were rounded up may use the amount up before the last item.
    const given = at === last || share.greaterThan(left) ? left : share
    left = left.minus(given)
    return given
  })
}
