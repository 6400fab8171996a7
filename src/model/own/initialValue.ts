import { parsedJson } from '../../base/record.ts'
import { fail, type Result } from '../../base/result.ts'
import type { Value, ValueProblem } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field } from '../model.ts'

/**
 * Reads the initial value that a store keeps for a field, as the field takes it: JSON, or the text itself, as somebody types it into a call. An empty
 * one is none.
 */
export function readInitial(field: Field, text: string): Result<Value, ValueProblem> {
  const read = parsedJson(text)
  const result = read === undefined || read === null || read === '' ? accepted(field, text) : accepted(field, read)
  return result.ok || typeof read === 'string' ? result : accepted(field, text)
}

function accepted(field: Field, raw: unknown): Result<Value, ValueProblem> {
  const kind = kindByName(field.kind)
  const taken = kind.accept(raw, field)
  if (!taken.ok) return taken
  const problem = kind.check(taken.value, field)
  return problem ? fail(problem) : taken
}
