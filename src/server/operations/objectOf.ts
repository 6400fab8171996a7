import type { JsonSchema } from './operation.ts'

type Properties = Readonly<Record<string, JsonSchema>>

/** The schema of an object that has all of these members. */
export const objectOf = (properties: Properties): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** The input of an operation of a store: the store, where the caller says one, and these members, all of them unless told otherwise. */
export const inputOfStore = (properties: Properties, required: readonly string[] = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties: { lojaId: { type: 'integer' }, ...properties },
  required,
})
