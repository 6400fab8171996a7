import { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../base/decimal.ts'

/** An ingredient of a product's recipe: what one package of it costs, how much of it goes in, and what a package holds. */
export interface RecipeLine {
  readonly product: number
  readonly ingredient: number
  readonly cost: string
  readonly quantity: string
  readonly size: string
}

/**
 * Costs of products by their recipes, rounded as sheets are: each line to 4 places, the sum to cents. An ingredient that has a recipe itself costs what
 * that one costs, through all levels; in a ring, which no sheet may be saved with, what its record says.
 */
export function recipeCosts(lines: readonly RecipeLine[]): ReadonlyMap<number, Decimal> {
  const byProduct = Map.groupBy(lines, ({ product }) => product)
  const costs = new Map<number, Decimal>()
  const above = new Set<number>()
  const costOf = (product: number): Decimal | undefined => {
    const known = costs.get(product)
    const recipe = byProduct.get(product)
    if (known !== undefined || recipe === undefined || above.has(product)) return known
    above.add(product)
    const sum = recipe.reduce(
      (sum, line) => sum.plus(lineCost(costOf(line.ingredient) ?? new ExactDecimal(line.cost), line)),
      new ExactDecimal(0),
    )
    above.delete(product)
    const cost = sum.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN)
    costs.set(product, cost)
    return cost
  }
  for (const product of byProduct.keys()) costOf(product)
  return costs
}

const lineCost = (cost: Decimal, { quantity, size }: RecipeLine): Decimal =>
  Number(size) > 0 ? cost.times(quantity).div(size).toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN) : new ExactDecimal(0)
