import type { Value, ValueProblem } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field } from '../../model/model.ts'

/** Returns the problem of a value before it is sent: an empty required field, or a limit of its kind. */
export function checkFieldValue(field: Field, value: Value): ValueProblem | undefined {
  if (value === null || value === '') return field.required ? { code: field.messages?.required ?? 'required-cell' } : undefined
  return kindByName(field.kind).check(value, field)
}
