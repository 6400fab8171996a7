import { contentHash } from '../base/objects/freeze.ts'
import type { SchemaFragment } from '../kinds/kind.ts'
import { kindByName as kindOf } from '../kinds/values.ts'
import { hasSureDefault } from './field.ts'
import type { ChildList, Field, Model, Register } from './model.ts'

export interface RecordSchema extends SchemaFragment {
  readonly type: 'object'
  readonly title: string
  readonly properties: Readonly<Record<string, SchemaFragment>>
  readonly required: readonly string[]
}

/** Formats that record schemas use, as patterns: ajv in strict mode and OpenAPI readers know them by these. */
export const schemaFormats: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/,
  time: /^\d{2}:\d{2}(:\d{2})?$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  'uri-reference': /^\S*$/,
}

/** How ajv makes a validator of a record: it finds everything that is wrong, and tells it without words, which are ours. */
export const validatorOptions = {
  strict: true,
  strictTypes: false,
  meta: false,
  validateSchema: false,
  messages: false,
  allErrors: true,
  formats: schemaFormats,
} as const

/**
 * The JSON Schema (2020-12) of a register's record as it travels: for ajv, OpenAPI and the TypeScript types.
 * An empty field is null; child lists are arrays of their rows.
 */
export function recordSchema(model: Model, registerName: string): RecordSchema {
  const register = model.registers[registerName]
  if (register === undefined) throw new Error(`There is no register ${registerName}`)
  return schemaOf(model, register, register.lists)
}

/** The same of the fields and lists of these names alone. */
export function partialSchema(model: Model, register: Register, names: ReadonlySet<string>): RecordSchema {
  const has = ({ name }: { readonly name: string }): boolean => names.has(name)
  return schemaOf(model, { ...register, fields: register.fields.filter(has) }, register.lists.filter(has))
}

/**
 * The same schema without its words: titles, defaults and what else constrains no value. Validators are made from this, so that a
 * text that is put better changes none of them.
 */
export const recordShape = (model: Model, registerName: string): SchemaFragment =>
  withoutKeywords(recordSchema(model, registerName), words)

const hashes = new WeakMap<Register, string>()

/** Names a record's shape: a validator that was made from another one does not fit. */
export function recordShapeHash(model: Model, registerName: string): string {
  const register = model.registers[registerName]
  const known = register && hashes.get(register)
  if (known) return known
  const hash = contentHash(recordShape(model, registerName))
  if (register) hashes.set(register, hash)
  return hash
}

const words: ReadonlySet<string> = new Set(['title', 'description', 'default', 'readOnly', 'writeOnly'])

/** A schema without some of its keywords, in its properties and its rows as well. */
export function withoutKeywords(schema: SchemaFragment, keywords: ReadonlySet<string>): SchemaFragment {
  const each = (part: unknown): unknown => (isFragment(part) ? withoutKeywords(part, keywords) : part)
  // Members below `properties` are names of fields, which may well be called 'title'.
  const named = (part: unknown): unknown =>
    isFragment(part) ? Object.fromEntries(Object.entries(part).map(([name, property]) => [name, each(property)])) : part
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, part]) => {
      if (keywords.has(key)) return []
      return [[key, key === 'properties' ? named(part) : key === 'items' ? each(part) : part]]
    }),
  )
}

const isFragment = (value: unknown): value is SchemaFragment =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function schemaOf(model: Model, register: Register, lists: readonly ChildList[]): RecordSchema {
  const fields = register.fields.map(field => [field.name, fieldSchema(field)] as const)
  return {
    type: 'object',
    title: register.singular,
    properties: Object.fromEntries([...fields, ...lists.map(list => [list.name, listSchema(model, list)] as const)]),
    required: register.fields.filter(demanded).map(field => field.name),
  }
}

/** Fields that a body must hold: what has a default or is kept by the server may be left out. */
const demanded = (field: Field): boolean =>
  field.required && !field.readOnly && !hasSureDefault(field) && field.compute === undefined

function fieldSchema(field: Field): SchemaFragment {
  const words = {
    title: field.title,
    ...(field.help === undefined ? {} : { description: field.help }),
    ...(field.readOnly || field.compute !== undefined ? { readOnly: true } : {}),
    ...(field.secret ? { writeOnly: true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
  }
  const own = kindOf(field.kind).schema(field)
  return { ...words, ...(field.required ? own : orNull(own)) }
}

/** The same fragment that also takes null. */
function orNull(fragment: SchemaFragment): SchemaFragment {
  if (Array.isArray(fragment.enum)) {
    const { type, ...rest } = fragment
    return { ...rest, enum: [...fragment.enum, null], ...(typeof type === 'string' ? { type: [type, 'null'] } : {}) }
  }
  if (typeof fragment.type === 'string') return { ...fragment, type: [fragment.type, 'null'] }
  return { anyOf: [fragment, { type: 'null' }] }
}

/** Rows of a child list. The field of the parent's id is filled by the save; `deletar` marks a saved row that goes. */
function listSchema(model: Model, list: ChildList): SchemaFragment {
  const child = model.registers[list.register]
  if (child === undefined) return { type: 'array', title: list.title }
  const { required, properties, ...row } = schemaOf(model, child, [])
  return {
    type: 'array',
    title: list.title,
    ...(list.min === undefined ? {} : { minItems: list.min }),
    ...(list.max === undefined ? {} : { maxItems: list.max }),
    items: {
      ...row,
      properties: { ...properties, deletar: { type: 'boolean', title: 'Excluir', writeOnly: true } },
      required: required.filter(name => name !== list.by),
    },
  }
}
