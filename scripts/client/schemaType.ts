import { isRecord, membersOf } from '../../src/base/record.ts'

/** A JSON Schema's keywords. */
export type Schema = Readonly<Record<string, unknown>>

/** Which members get a question mark: of what is asked those not required, of a reply too where it says what is required, of a record its lists. */
export type Presence = 'asked' | 'told' | 'record'

/** The name under which the type of a schema stands elsewhere, if it does. */
export type NamedTypes = (schema: Schema, presence: Presence) => string | undefined
const nameless: NamedTypes = () => undefined

/** Longest line of an object that stands in one. */
const WIDTH = 130

/**
 * A JSON Schema (2020-12, as definitions and operations use it) as a TypeScript type, a member a line.
 * @param indent spaces before the members
 */
export function schemaType(schema: unknown, presence: Presence, indent = '', named: NamedTypes = nameless): string {
  if (!isRecord(schema)) return 'unknown'
  const name = named(schema, presence)
  if (name !== undefined) return name
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  for (const word of ['anyOf', 'oneOf'] as const) {
    const parts = schema[word]
    if (Array.isArray(parts)) return union(parts.map(one => schemaType(withoutParts(schema, one), presence, indent, named)))
  }
  const types = [schema.type ?? (schema.properties ? 'object' : undefined)].flat()
  return union(types.map(type => typeNamed(type, schema, presence, indent, named)))
}

/** A choice among parts keeps what stands beside it: `{ type: 'string', oneOf: [{ const: 'A' }] }`. */
const withoutParts = ({ anyOf: _any, oneOf: _one, title: _title, ...beside }: Schema, part: unknown): Schema => ({
  ...beside,
  ...membersOf(part),
})

function typeNamed(type: unknown, schema: Schema, presence: Presence, indent: string, named: NamedTypes): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `${grouped(schemaType(schema.items, presence, indent, named))}[]`
    case 'object':
      return objectType(schema, presence, indent, named)
    default:
      return 'unknown'
  }
}

function objectType(schema: Schema, presence: Presence, indent: string, named: NamedTypes): string {
  const { additionalProperties } = schema
  const members = schemaMembers(schema, presence, `${indent}  `, named)
  const line = `{ ${members.map(one => one.trim()).join('; ')} }`
  if (members.length > 0 && indent.length + line.length <= WIDTH && !line.includes('\n')) return line
  if (members.length > 0) return `{\n${members.join('\n')}\n${indent}}`
  if (presence === 'asked' && schema.properties) return '{}'
  return `Record<string, ${isRecord(additionalProperties) ? schemaType(additionalProperties, presence, indent, named) : 'unknown'}>`
}

/** The members of an object's schema, a line each but for objects within; each with its title and help as a comment before it. */
export function schemaMembers(schema: unknown, presence: Presence, indent: string, named: NamedTypes = nameless): string[] {
  const { properties, required } = membersOf(schema)
  const demanded = Array.isArray(required) ? new Set<unknown>(required) : undefined
  return Object.entries(membersOf(properties)).map(([name, part]) => {
    const mark = isOptional(name, part, presence, demanded) ? '?' : ''
    return `${indent}${comment(part)}${memberName(name)}${mark}: ${schemaType(part, presence, indent, named)}`
  })
}

function isOptional(name: string, part: unknown, presence: Presence, demanded: ReadonlySet<unknown> | undefined): boolean {
  if (presence === 'record') return membersOf(part).type === 'array'
  if (presence === 'told') return demanded !== undefined && !demanded.has(name)
  return !demanded?.has(name) || 'default' in membersOf(part)
}

/** One line: what an editor shows of the member. */
function comment(schema: unknown): string {
  const { title, description } = membersOf(schema)
  const words = [title, description].filter(one => typeof one === 'string' && one !== '').join('. ')
  return words === '' ? '' : `/** ${words.replace(/\s+/g, ' ').replaceAll('*/', '* /')} */ `
}

export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'` : String(value)

const union = (types: readonly string[]): string => {
  const each = [...new Set(types)]
  return each.includes('unknown') ? 'unknown' : each.join(' | ')
}

const grouped = (type: string): string => (type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type)
