/**
 * Shares a total of whole units (cents) out in proportion to weights: each part is its exact share cut to a whole unit, and the units that remain go one
 * by one to the parts that lost most, the first of equals first. Parts add up to the total, none is a unit or more away from its exact share, none has
 * another sign than the total, and where the weights are whole units, too, and add up to at least the total, none is above its own weight. Weights
 * of 0 and below take no part; where all are such, all parts are 0.
 */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  const taking = weights.map(weight => (weight > 0n ? weight : 0n))
  const all = taking.reduce((sum, weight) => sum + weight, 0n)
  if (all === 0n || total === 0n) return weights.map(() => 0n)
  const whole = total < 0n ? -total : total
  const parts = taking.map(weight => (whole * weight) / all)
  const lost = taking.map((weight, at) => ({ at, lost: (whole * weight) % all }))
  const left = Number(whole - parts.reduce((sum, part) => sum + part, 0n))
  lost.sort((a, b) => (a.lost === b.lost ? a.at - b.at : a.lost < b.lost ? 1 : -1))
  for (const { at } of lost.slice(0, left)) parts[at] = (parts[at] ?? 0n) + 1n
  return total < 0n ? parts.map(part => -part) : parts
}
