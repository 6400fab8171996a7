import { ExactDecimal } from '../../../base/decimal.ts'

/** Percent of a price over a cost; 0 where nothing was paid. */
export const marginOf = (price: string | number, cost: string | number): number =>
  Number(cost) === 0 ? 0 : new ExactDecimal(price).div(cost).minus(1).times(100).toDecimalPlaces(2).toNumber()
