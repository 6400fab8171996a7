import { isRecord } from '../../base/record.ts'
import type { JsonSchema } from './operation.ts'

/**
 * Takes out of an input what is null where its schema takes none: null is neither nought nor an empty text, which coercion would make of it, but not
 * given at all. What is asked for is missed then, and what is not asked for is left out.
 */
export function dropNulls(value: unknown, schema: JsonSchema): void {
  if (Array.isArray(value)) {
    const { items } = schema
    if (isRecord(items)) for (const item of value) dropNulls(item, items)
  } else if (isRecord(value) && isRecord(schema.properties))
    for (const [name, part] of Object.entries(schema.properties)) {
      if (!isRecord(part)) continue
      if (value[name] !== null) dropNulls(value[name], part)
      else if (!takesNull(part)) delete value[name]
    }
}

/** Tells whether a schema says nothing of types, or names null among them. */
function takesNull({ type, enum: choices }: JsonSchema): boolean {
  if (Array.isArray(choices) && choices.includes(null)) return true
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'))
}
