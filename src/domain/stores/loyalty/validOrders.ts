/** An order of the app that is confirmed and was not cancelled. */
export interface LoyaltyOrder {
  /** Milliseconds. */
  readonly at: number
  readonly total: number
  /** The discount by loyalty. */
  readonly discount: number
}

/** The conditions of a store under which an order counts. */
export interface LoyaltyRules {
  readonly days: number
  readonly minimum: number
  readonly hours: number
}

const HOUR = 3_600_000

/**
 * Orders that count for the next discount, the first first: those of the last days and of at least so much, each so many hours after
 * the one that counted before, since the last order that used a discount up.
 */
export function validOrders<O extends LoyaltyOrder>(
  orders: readonly O[],
  { days, minimum, hours }: LoyaltyRules,
  now: number,
): O[] {
  const inOrder = [...orders].sort((a, b) => a.at - b.at)
  const used = inOrder.findLastIndex(({ discount }) => discount > 0)
  const valid: O[] = []
  for (const order of inOrder.slice(used + 1)) {
    const last = valid.at(-1)
    const rested = !last || order.at - last.at >= hours * HOUR
    if (order.at >= now - days * 24 * HOUR && order.total >= minimum && rested) valid.push(order)
  }
  return valid
}
