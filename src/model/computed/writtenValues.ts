import type { Expression, Field, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import { computedValue } from './computedValue.ts'

/** Returns the values that an edit of a field sets: the margin sets the sale price. `answer` sees the record with the edited value. */
export function valuesWrittenBy(
  register: Register,
  field: Field,
  answer: (expression: Expression, written: Readonly<Record<string, unknown>>) => unknown,
): Readonly<Record<string, unknown>> {
  const written: Record<string, unknown> = {}
  for (const [name, expression] of Object.entries(field.writes ?? {})) {
    const target = fieldOf(register, name)
    const value = answer(expression, written)
    if (target && value !== undefined) written[name] = computedValue(target, value)
  }
  return written
}
