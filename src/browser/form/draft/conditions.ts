import type { Field, Register } from '../../../model/model.ts'
import type { EvaluateExpression } from './computedFields.ts'
import type { FieldValues } from './draftRows.ts'

/** The state of one field by the record's present values. */
export interface FieldState {
  readonly visible: boolean
  readonly readOnly: boolean
  readonly required: boolean
}

/** An absent condition, and one that cannot be answered yet, gives `otherwise`. */
export function isConditionMet(
  register: Register,
  condition: string | undefined,
  scope: FieldValues,
  evaluate: EvaluateExpression,
  otherwise: boolean,
): boolean {
  if (condition === undefined) return otherwise
  const answer = evaluate(register, condition, scope)
  return answer === undefined ? otherwise : answer === true
}

export function fieldState(register: Register, field: Field, scope: FieldValues, evaluate: EvaluateExpression): FieldState {
  const computedOnly = field.compute !== undefined && field.writes === undefined
  return {
    visible: isConditionMet(register, field.visibleWhen, scope, evaluate, true),
    readOnly: field.readOnly || computedOnly || isConditionMet(register, field.readOnlyWhen, scope, evaluate, false),
    required: field.required || isConditionMet(register, field.requiredWhen, scope, evaluate, false),
  }
}

/** Warnings that stand: of the fields edited so far, those whose condition holds. */
export function warningsOf(
  register: Register,
  edited: ReadonlySet<string>,
  scope: FieldValues,
  evaluate: EvaluateExpression,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name, warn } of register.fields) {
    if (warn && edited.has(name) && evaluate(register, warn.when, scope) === true) found[name] = warn.message
  }
  return found
}
