import { ExactDecimal } from '../../base/decimal.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field } from '../model.ts'

/** How an adjusted number is rounded: to the nearest multiple of a step, or to the nearest that ends in these cents. */
export const adjustmentRoundings = ['0.01', '0.05', '0.10', '0.50', '1.00', '.90', '.99'] as const

export type AdjustmentRounding = (typeof adjustmentRoundings)[number]

/** A number changed by a part of itself or by an amount: prices that rise by 10 %, and end in ,90. */
export interface Adjustment {
  readonly tipo: 'percentual' | 'valor'
  /** Percent or amount; below 0 it falls. */
  readonly valor: number
  /** Left out: as many places as the field has. */
  readonly arredonda?: AdjustmentRounding
}

/** Tells whether a field holds amounts that can be adjusted: the kinds whose values add up. */
export const isAdjustable = (field: Field): boolean => kindByName(field.kind).sums && !field.reference

const halfUp = ExactDecimal.ROUND_HALF_UP

/** The value as it will be, exact, and never with more places than the field has. Halves are rounded up, as shops price. */
export function adjustValue(value: number, { tipo, valor, arredonda }: Adjustment, field: Field): number {
  // A price that is not there has no part to rise by, and no cents to end in.
  if (tipo === 'percentual' && value === 0) return 0
  const old = new ExactDecimal(value)
  const moved = tipo === 'percentual' ? old.times(new ExactDecimal(100).plus(valor)).div(100) : old.plus(valor)
  const rounded = arredonda === undefined ? moved : round(moved, arredonda)
  const places = kindByName(field.kind).places?.(field) ?? 0
  return rounded.toDecimalPlaces(places, halfUp).toNumber() + 0
}

function round(value: InstanceType<typeof ExactDecimal>, rounding: AdjustmentRounding) {
  if (!rounding.startsWith('.')) return value.toNearest(rounding, halfUp)
  const cents = new ExactDecimal(`0${rounding}`)
  const nearest = value.minus(cents).toNearest(1, halfUp).plus(cents)
  // A price of a few cents does not fall below nothing.
  return nearest.lt(0) ? cents : nearest
}
