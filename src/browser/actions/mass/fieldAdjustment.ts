import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import type { Adjustment, AdjustmentRounding } from '../../../model/adjustment/adjustment.ts'
import type { Field } from '../../../model/model.ts'

/** Ways in which a number is changed. */
export const adjustmentWays = ['raise-percent', 'lower-percent', 'raise-amount', 'lower-amount'] as const

export type AdjustmentWay = (typeof adjustmentWays)[number]

/** An adjustment as it is being typed. */
export interface FieldAdjustment {
  readonly way: AdjustmentWay
  /** Percent or amount, above 0. */
  readonly by: Value
  readonly problem: ValueProblem | undefined
  readonly rounding: AdjustmentRounding | undefined
  /** Further fields that are changed by the same. */
  readonly also: readonly string[]
}

/** An adjustment of which nothing was typed. */
export const untouchedAdjustment = (way: AdjustmentWay): FieldAdjustment => ({
  way,
  by: null,
  problem: undefined,
  rounding: undefined,
  also: [],
})

/** Tells whether by how much is known. */
export const isGiven = ({ by, problem }: FieldAdjustment): boolean => typeof by === 'number' && by > 0 && problem === undefined

/** As calls take it: what falls is below 0. */
export function readAdjustment({ way, by, rounding, also }: FieldAdjustment): AskedAdjustment {
  const size = typeof by === 'number' ? by : 0
  return {
    tipo: isPercent(way) ? 'percentual' : 'valor',
    valor: way.startsWith('lower') ? -size : size,
    ...(rounding === undefined ? {} : { arredonda: rounding }),
    ...(also.length === 0 ? {} : { tambem: also }),
  }
}

/** An adjustment of a field, and of those that go along with it. */
export interface AskedAdjustment extends Adjustment {
  readonly tambem?: readonly string[]
}

const isPercent = (way: AdjustmentWay): boolean => way.endsWith('percent')

/** The field in which it is typed by how much: a percentage, or an amount such as the field holds. */
export function amountField(field: Field, way: AdjustmentWay): Field {
  const { max: _, ...rest } = field
  return isPercent(way) ? { ...rest, kind: 'percent', decimals: 2, min: 0 } : { ...rest, min: 0 }
}
