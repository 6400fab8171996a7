import type { RJSFSchema } from '@rjsf/utils'
import type { Model, PartView, Register } from '../../../model/model.ts'
import { partialSchema, withoutKeywords } from '../../../model/schema.ts'
import { formItemName, partIdsByName } from '../draft/draftProblems.ts'

const known = new WeakMap<Register, Map<string, RJSFSchema>>()

/** The draft opens with the defaults; told of them, rjsf would put them over values that a list of choices no longer holds. */
const defaults: ReadonlySet<string> = new Set(['default'])

/**
 * The JSON Schema of what a form draws of a record, as rjsf walks it at every key: its fields and lists that have a place in the form's parts, or in the
 * rows that are asked. The generated validator judges the whole record. One object each time: rjsf's validator knows the schema by it.
 */
export function formSchema(model: Model, register: Register, asked?: PartView['rows']): RJSFSchema {
  const placed = asked ? asked.flatMap(row => row.flatMap(item => formItemName(item) ?? [])) : partIdsByName(register).keys()
  const names = new Set(placed)
  const schemas = known.get(register) ?? new Map<string, RJSFSchema>()
  known.set(register, schemas)
  const key = [...names].join()
  const found = schemas.get(key)
  if (found) return found
  const schema: RJSFSchema = { ...withoutKeywords(partialSchema(model, register, names), defaults), $id: register.name }
  schemas.set(key, schema)
  return schema
}
