import type { RJSFSchema } from '@rjsf/utils'
import type { Model, Register } from '../../../model/model.ts'
import { recordSchema, withoutKeywords } from '../../../model/schema.ts'

const known = new WeakMap<Register, RJSFSchema>()

/** The draft opens with the defaults; told of them, rjsf would put them over values that a list of choices no longer holds. */
const defaults: ReadonlySet<string> = new Set(['default'])

/** The JSON Schema of a register's record, as rjsf walks it. One object a register: its validator knows the schema by it. */
export function formSchema(model: Model, register: Register): RJSFSchema {
  const found = known.get(register)
  if (found) return found
  const schema: RJSFSchema = { ...withoutKeywords(recordSchema(model, register.name), defaults), $id: register.name }
  known.set(register, schema)
  return schema
}
