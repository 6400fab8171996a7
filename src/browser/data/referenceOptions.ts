import { foldText } from '../../base/text.ts'
import type { ReferenceOption } from '../../kinds/inputServices.tsx'
import { kindByName } from '../../kinds/values.ts'
import type { Model, Register } from '../../model/model.ts'
import { fetchRowsPage, type RegisterRow, type RowsQuery } from './registerRows.ts'

export { narrowedWhere, valuesOffered } from '../../kinds/reference/narrowing.ts'

/** Most records that a reference offers at once. */
const most = 25

type Where = Readonly<Record<string, unknown>>

/** Records that match: digits are looked for in code and id, anything else in the words. */
export async function fetchReferenceOptions(
  model: Model,
  name: string,
  text: string,
  where: Where | undefined,
  seen: boolean,
): Promise<readonly ReferenceOption[]> {
  const register = model.registers[name]
  if (!register) return []
  const query = referenceOptionsQuery(register, text.trim(), where, seen)
  const { rows, like } = await fetchRowsPage(name, { ...query, limit: most })
  const options = rows.map(row => ({ ...referenceOption(register, row), ...(like ? { like } : {}) }))
  if (query.q !== undefined || text.trim() === '') return options
  // The server tells how well whole words fit; of what is shorter, what is called so comes first.
  const wanted = foldText(text.trim())
  const place = ({ label, code }: ReferenceOption): number => {
    const named = [label, code ?? ''].map(foldText)
    return named.includes(wanted) ? 0 : named.some(one => one.startsWith(wanted)) ? 1 : 2
  }
  return options.toSorted((a, b) => place(a) - place(b))
}

/** Fields of the search that hold digits alone: phones, tax ids. */
const numbersOf = (register: Register): readonly string[] =>
  register.fields
    .filter(({ search, stored, kind, refine }) => search && stored && (kindByName(kind).identifies || refine?.keep === 'digits'))
    .map(({ name }) => name)

/**
 * The question of a search; its rows need no more than what an option shows. Who may only choose a record and not see it (`seen`)
 * may ask for nothing else either.
 */
export function referenceOptionsQuery(register: Register, text: string, where: Where | undefined, seen = true): RowsQuery {
  const fields = ['id', register.label, ...(register.code ? [register.code] : [])]
  const base = { fields: [...new Set(fields)], order: [`${register.label} ASC`] }
  const narrowed = (more?: Where): Pick<RowsQuery, 'where'> => {
    const parts = [where, more].filter(part => part !== undefined)
    return parts.length === 0 ? {} : { where: parts.length === 1 && parts[0] ? parts[0] : { and: parts } }
  }
  if (text === '') return { ...base, ...narrowed() }
  const digits = /^[\d().+/\s-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  // Fewer digits with marks between them are words: 1,5.
  if (digits === text ? digits !== '' : digits.length > 4) {
    const key = register.code ?? 'id'
    const starts = register.textKey || register.code ? { [key]: { like: `${digits}%` } } : { id: Number(digits) }
    // A key that people keep (NCM, CEST) is what digits mean; elsewhere they may be part of a name, or of a number that is searched by.
    const others = (seen ? numbersOf(register) : []).flatMap(name => (name === key ? [] : [{ [name]: { like: `${digits}%` } }]))
    const found = register.textKey ? starts : { or: [starts, ...others, { [register.label]: { ilike: `%${text}%` } }] }
    return { ...base, order: [`${key} ASC`], ...narrowed(found) }
  }
  // The server ignores words under three characters.
  if (text.length < 3) return { ...base, ...narrowed({ [register.label]: { ilike: `%${text}%` } }) }
  // Those that fit best come first.
  return { fields: base.fields, ...narrowed(), q: text }
}

/** A record as a reference offers it: its label, and its code where it has one. */
export function referenceOption(register: Register, row: RegisterRow): ReferenceOption {
  const code = register.code ? row[register.code] : register.textKey ? row.id : undefined
  return {
    id: row.id,
    label: String(row[register.label] ?? row.id),
    ...(code === undefined || code === null ? {} : { code: String(code) }),
  }
}
