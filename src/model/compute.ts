import { roundHalfEven } from '../base/decimal.ts'
import { type EvaluationContext, evaluate } from './expression.ts'
import type { Field, Model } from './model.ts'

/** Decimal places of kinds that say none: what `compute` yields is rounded to what the field keeps. */
const places: Readonly<Record<string, number>> = { money: 2, percent: 2, decimal: 3, integer: 0 }

/** The computed value of a field, fit for storing; undefined when the expression fails. */
export function computeField(model: Model, registerName: string, field: Field, moment: EvaluationContext): unknown {
  if (field.compute === undefined) return undefined
  const value = evaluate(model, registerName, field.compute, moment)
  return typeof value === 'number' ? roundHalfEven(value, field.decimals ?? places[field.kind] ?? 6) : value
}

/** The record with its computed fields computed again, in the order of the fields: a later one sees an earlier one. */
export function withComputed(model: Model, registerName: string, moment: EvaluationContext): Record<string, unknown> {
  const record = { ...moment.record }
  for (const field of model.registers[registerName]?.fields ?? []) {
    const value = computeField(model, registerName, field, { ...moment, record })
    if (value !== undefined) record[field.name] = value
  }
  return record
}

/** What an edit of a computed field sets: margin sets the sale price. `moment.record` holds the edited value. */
export function valuesWrittenBy(
  model: Model,
  registerName: string,
  field: Field,
  moment: EvaluationContext,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [name, expression] of Object.entries(field.writes ?? {})) {
    const value = evaluate(model, registerName, expression, moment)
    if (value !== undefined) changes[name] = value
  }
  return changes
}
