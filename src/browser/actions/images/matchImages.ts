import { kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { RegisterRow } from '../../data/registerRows.ts'

/** The fields by which files are matched, as the caller may see them. */
export const matchFields = (register: Register, by: readonly string[]): readonly Field[] =>
  by.flatMap(name => fieldOf(register, name) ?? [])

/** Letter case tells no two records apart in a file's name. */
const plain = (text: string): string => text.toLowerCase()

const textOf = (row: RegisterRow, field: Field): string => {
  const value = row[field.name]
  return typeof value === 'string' || typeof value === 'number' ? plain(String(value)) : ''
}

/** Records by each of their names. */
export function recordsByName(
  rows: readonly RegisterRow[],
  fields: readonly Field[],
): ReadonlyMap<string, readonly RegisterRow[]> {
  const found = new Map<string, RegisterRow[]>()
  for (const row of rows)
    for (const name of new Set(fields.map(field => textOf(row, field)))) {
      if (name !== '') found.set(name, [...(found.get(name) ?? []), row])
    }
  return found
}

/** The records of a file: those that its likeliest name has which anybody has. */
export function recordsOfKeys(
  keys: readonly string[],
  byName: ReadonlyMap<string, readonly RegisterRow[]>,
): readonly RegisterRow[] {
  for (const key of keys) {
    const rows = byName.get(plain(key))
    if (rows) return rows
  }
  return []
}

/** The ways to ask for a name in a field, which a list compares letter by letter; none where the field cannot hold it. */
export function valuesToAsk(key: string, field: Field): readonly (string | number)[] {
  const kind = kindByName(field.kind)
  return [...new Set([key, key.toUpperCase(), key.toLowerCase()])].flatMap(text => {
    const parsed = kind.parse(text, field)
    if (!parsed.ok || (typeof parsed.value !== 'string' && typeof parsed.value !== 'number')) return []
    // A kind that drops characters would find the record of another name.
    return String(parsed.value) === text && !kind.check(parsed.value, field) ? [parsed.value] : []
  })
}
