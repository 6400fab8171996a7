import { parsedJson } from '../../base/record.ts'
import { ok } from '../../base/result.ts'
import type { Kind, MembersValue, ValueOptions } from '../kind.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem, valueProblem } from '../valueProblem.ts'
import { membersSchema, membersValueOf } from './membersValue.ts'

const read = (raw: unknown, o: ValueOptions) => {
  const members = membersValueOf(raw)
  return members ? ok(members) : failWithProblem(o, 'invalid', 'members-invalid')
}

const textOf = (members: MembersValue | null): string => (members === null ? '' : JSON.stringify(members))

/** Plain values by name, as another system tells them: JSON that people read as a tree. */
export const value: Kind<MembersValue> = {
  parse: (text, o) => (text.trim() === '' ? ok(null) : read(parsedJson(text), o)),
  format: textOf,
  edit: textOf,
  accept: read,
  check: (members, o) => (membersValueOf(members) ? undefined : valueProblem(o, 'invalid', 'members-invalid')),
  schema: () => membersSchema,
  jsonTypes: ['object'],
  limits: [],
  expressionType: () => 'map',
  entry: 'typed',
  align: 'start',
  room: () => ({ ...evenRoom(12, 240, 280), list: { width: 240, fixed: false } }),
  filter: () => ({ operator: 'eq', offered: false }),
  sums: false,
}
