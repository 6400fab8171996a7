import { roundHalfEven } from '../../../base/decimal.ts'
import { decimalPlacesOf } from '../../../kinds/numbers.ts'
import type { Expression, Field, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { FieldValues } from './draftRows.ts'
import { equal } from './equal.ts'

/** Answers an expression over a record of a register; undefined when it cannot. */
export type EvaluateExpression = (register: Register, expression: Expression, scope: FieldValues) => unknown

const computedOf = new WeakMap<Register, readonly Field[]>()

/** Fields that are computed, found once a register. */
export function computedFields(register: Register): readonly Field[] {
  const known = computedOf.get(register)
  if (known) return known
  const found = register.fields.filter(field => field.compute !== undefined)
  computedOf.set(register, found)
  return found
}

/**
 * Brings computed fields up to date. They may feed each other, so the round repeats until nothing changes; a circle, which
 * the checker of definitions refuses, ends after as many rounds as there are computed fields.
 */
export function recalculate(
  register: Register,
  values: FieldValues,
  context: FieldValues,
  evaluate: EvaluateExpression,
): FieldValues {
  const computed = computedFields(register)
  if (computed.length === 0) return values
  let now = values
  let scope: FieldValues = { ...context, ...now }
  for (let round = 0; round <= computed.length; round += 1) {
    const before = now
    for (const field of computed) {
      const value = fitted(field, evaluate(register, field.compute ?? '', scope))
      if (value === undefined || equal(value, now[field.name])) continue
      now = { ...now, [field.name]: value }
      scope = { ...scope, [field.name]: value }
    }
    if (now === before) return now
  }
  return now
}

/**
 * What an edit of one field changes: the field, what it writes when it is a computed one (the margin sets the sale price),
 * and what is computed from all of that.
 */
export function applyEdit(
  register: Register,
  values: FieldValues,
  name: string,
  value: unknown,
  context: FieldValues,
  evaluate: EvaluateExpression,
): FieldValues {
  const field = fieldOf(register, name)
  let now: FieldValues = { ...values, [name]: value }
  for (const [target, expression] of Object.entries(field?.writes ?? {})) {
    const written = fitted(fieldOf(register, target), evaluate(register, expression, { ...context, ...now }))
    if (written !== undefined) now = { ...now, [target]: written }
  }
  return recalculate(register, now, context, evaluate)
}

/** A computed number, rounded to the places that its field keeps. */
function fitted(field: Field | undefined, value: unknown): unknown {
  if (typeof value !== 'number' || !field) return value
  return roundHalfEven(value, decimalPlacesOf(field) ?? 2)
}
