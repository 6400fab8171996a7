import type { Field, Register } from '../../model/model.ts'
import type { Evaluate } from './compute.ts'
import type { Rec } from './rows.ts'

/** What the record's present values make of one field. */
export interface FieldState {
  readonly visible: boolean
  readonly readOnly: boolean
  readonly required: boolean
}

/** An absent condition, and one that cannot be answered yet, gives `otherwise`. */
export function holds(condition: string | undefined, scope: Rec, evaluate: Evaluate, otherwise: boolean): boolean {
  if (condition === undefined) return otherwise
  const answer = evaluate(condition, scope)
  return answer === undefined ? otherwise : answer === true
}

export function fieldState(field: Field, scope: Rec, evaluate: Evaluate): FieldState {
  const computedOnly = field.compute !== undefined && field.writes === undefined
  return {
    visible: holds(field.visibleWhen, scope, evaluate, true),
    readOnly: field.readOnly || computedOnly || holds(field.readOnlyWhen, scope, evaluate, false),
    required: field.required || holds(field.requiredWhen, scope, evaluate, false),
  }
}

/** Ids of the parts that are shown. */
export function visibleParts(
  register: Register,
  scope: Rec,
  evaluate: Evaluate,
  may: (gate?: string) => boolean,
): readonly string[] {
  return register.views.form.parts
    .filter(part => may(part.gate) && holds(part.visibleWhen, scope, evaluate, true))
    .map(part => part.id)
}

/** Warnings that stand: of the fields edited so far, those whose condition holds. */
export function warningsOf(
  register: Register,
  edited: ReadonlySet<string>,
  scope: Rec,
  evaluate: Evaluate,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name, warn } of register.fields) {
    if (warn && edited.has(name) && evaluate(warn.when, scope) === true) found[name] = warn.message
  }
  return found
}
