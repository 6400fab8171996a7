import type { MembersValue } from '../kind.ts'

/** Most members, and most characters of a text in them. */
const most = { members: 50, characters: 2000 }

const memberName = '^[A-Za-z]\\w{0,59}$'
const isName = new RegExp(memberName, 'u')

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) ||
  (typeof value === 'string' && value.length <= most.characters && !value.includes('\u0000') && value.isWellFormed())

/** Members by name, in the order of their names: the database has another, and equal ones are equal texts. Undefined where it is none. */
export function membersValueOf(raw: unknown): MembersValue | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const members = Object.entries(raw)
  if (members.length === 0 || members.length > most.members) return undefined
  const found: [string, string | number | boolean][] = []
  for (const [name, value] of members) {
    if (!isName.test(name) || !isPlain(value)) return undefined
    found.push([name, value])
  }
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The JSON Schema of what `membersValueOf` takes. */
export const membersSchema = {
  type: 'object',
  minProperties: 1,
  maxProperties: most.members,
  propertyNames: { pattern: memberName },
  additionalProperties: {
    anyOf: [{ type: 'string', maxLength: most.characters }, { type: 'number' }, { type: 'boolean' }],
  },
}
