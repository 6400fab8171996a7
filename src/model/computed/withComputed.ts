import { type EvaluationContext, evaluate } from '../expression.ts'
import type { Model } from '../model.ts'
import { computeOrderOf } from './computeOrder.ts'
import { computeRecord } from './computeRecord.ts'

/** A record as it was read, with what is computed and not kept. What is kept stands as it was saved. */
export function withComputed(model: Model, registerName: string, moment: EvaluationContext): Readonly<Record<string, unknown>> {
  const register = model.registers[registerName]
  if (!register) return moment.record
  const order = computeOrderOf(model, register)
  return computeRecord({ record: moment.record, rows: {} }, moment.isNew === true, {
    order,
    keptStand: true,
    answer: (owner, expression, place) => evaluate(model, owner.name, expression, { ...moment, ...place }),
  }).record
}
