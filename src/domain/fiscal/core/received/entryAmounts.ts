import { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../../base/decimal.ts'

/** Units that come into stock of an item: what was bought, times what one of it holds. */
export const enteredQuantity = (bought: string | number, factor: string | number): string =>
  new ExactDecimal(bought).times(factor).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toFixed(4)

/** Returns the cost of one unit in stock, rounded up at the fourth decimal; 0 where nothing comes in. */
export function unitCost(value: string | number, bought: string | number, factor: string | number): string {
  const units = new ExactDecimal(bought).times(factor)
  return units.isZero() ? '0.0000' : new ExactDecimal(value).div(units).toDecimalPlaces(4, Decimal.ROUND_UP).toFixed(4)
}

/** Goods of one product that come in together. */
interface EnteredGoods {
  readonly units: string
  /** Of one unit. */
  readonly cost: string
}

/** Returns what one unit of goods costs on average, rounded up at the fourth decimal; the first one's cost where nothing comes in. */
export function averageCost(goods: readonly EnteredGoods[]): string {
  const units = ExactDecimal.sum(...goods.map(({ units }) => units))
  if (units.isZero()) return goods[0]?.cost ?? '0.0000'
  const worth = ExactDecimal.sum(...goods.map(({ units, cost }) => new ExactDecimal(units).times(cost)))
  return worth.div(units).toDecimalPlaces(4, Decimal.ROUND_UP).toFixed(4)
}

/** Returns the cost of a product as its record keeps it: in cents, or as it is in stores with several price tables. */
export const productCost = (cost: string, priceTables: number): string =>
  priceTables > 1 ? cost : new ExactDecimal(cost).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2)

/** The price that leaves a margin over a cost, in percent. */
export const priceOfMargin = (cost: string, margin: string | number): string =>
  new ExactDecimal(cost).times(new ExactDecimal(100).plus(margin)).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toFixed(2)

/** Tells whether payments make up a note's total, to the cent. */
export const paysTotal = (payments: readonly (string | number)[], total: string | number): boolean =>
  payments.reduce<Decimal>((sum, each) => sum.plus(each), new ExactDecimal(0)).eq(total)
