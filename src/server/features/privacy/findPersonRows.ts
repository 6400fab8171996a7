import type { PersonalData } from '../../../model/field.ts'
import type { Belonging, Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import { type RegisterColumn, tableOf } from '../../query/table.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { type PersonalTable, personalTables } from './personalTables.ts'
import type { Subject } from './subject.ts'

/** Values by which a person is known again, as their own record has them. */
export type PersonTraits = Readonly<Record<NonNullable<Belonging['same']>, readonly string[]>>

/** Rows about a person, by register, in the order in which registers are defined. */
export interface PersonRows {
  readonly traits: PersonTraits
  readonly found: readonly FoundRows[]
}

export interface FoundRows {
  readonly personal: PersonalTable
  /** Keys of the rows. */
  readonly ids: readonly string[]
}

/**
 * The rows that are about a person: their record, what refers to it or to what is about them, and what holds a value of theirs where the
 * definition says that this counts; in the person's own stores alone. @throws ApiError 404 when the record is not there
 */
export async function findPersonRows(subject: Subject, model: Model, q: Queries): Promise<PersonRows> {
  const traits = await traitsOf(subject, q)
  const tables = personalTables(model)
  const found = new Map<string, Set<string>>([[subject.table.register.name, new Set([subject.id])]])
  const news = async (personal: PersonalTable): Promise<number> => {
    const { name } = personal.table.register
    const ids = found.get(name) ?? new Set()
    const before = ids.size
    for (const belonging of personal.about.whose)
      for (const id of await rowsOf(belonging, { personal, traits, found, subject, model, q })) ids.add(id)
    if (ids.size > 0) found.set(name, ids)
    return ids.size - before
  }
  for (let more = 1; more > 0; ) {
    more = 0
    for (const personal of tables) more += await news(personal)
  }
  return {
    traits,
    found: tables.flatMap(personal => {
      const ids = found.get(personal.table.register.name)
      return ids ? [{ personal, ids: [...ids] }] : []
    }),
  }
}

/** Returns the traits of the person in their own record. */
async function traitsOf(subject: Subject, q: Queries): Promise<PersonTraits> {
  const { table, id } = subject
  const columns = table.columns.filter(({ field }) => field.personal !== undefined && !field.secret)
  const params: unknown[] = [id]
  const { rows } = await q.query(
    `SELECT ${['id', ...columns.map(({ name }) => name)].map(quotedIdentifier).join(', ')} FROM ${table.sql} t
     WHERE t.id = $1 AND ${ofStores(subject, table.register.scope, params)}`,
    params,
  )
  const [row] = rows
  if (!row) throw new ApiError(404, 'not-found')
  const of = (what: PersonalData): string[] =>
    columns.filter(({ field }) => field.personal === what).flatMap(({ name }) => (row[name] ? [String(row[name])] : []))
  return { name: of('name'), document: of('document'), email: of('email').map(text => text.toLowerCase()), phone: of('phone') }
}

interface Search {
  readonly personal: PersonalTable
  readonly traits: PersonTraits
  readonly found: ReadonlyMap<string, ReadonlySet<string>>
  readonly subject: Subject
  readonly model: Model
  readonly q: Queries
}

async function rowsOf({ field, same, by }: Belonging, search: Search): Promise<string[]> {
  const { personal, found, subject, model, q } = search
  const { table } = personal
  const params: unknown[] = []
  if (by) {
    const known = found.get(by.register)
    const other = tableOf(model, by.register)
    if (!known) return []
    const { rows } = await q.query<{ id: unknown }>(
      `SELECT DISTINCT ${quotedIdentifier(by.field)}::text AS id FROM ${other.sql} t WHERE ${isAny('t.id', other.id, [...known], params)}
       AND ${quotedIdentifier(by.field)} IS NOT NULL AND ${ofStores(subject, other.register.scope, params)}`,
      params,
    )
    return rows.map(({ id }) => String(id))
  }
  const column = field === undefined ? undefined : table.byName.get(field)
  const condition = column && conditionOf(column, same, search, params)
  if (!condition) return []
  const { rows } = await q.query<{ id: unknown }>(
    `SELECT t.id::text AS id FROM ${table.sql} t WHERE ${condition} AND ${ofStores(subject, table.register.scope, params)}`,
    params,
  )
  return rows.map(({ id }) => String(id))
}

function conditionOf(
  column: RegisterColumn,
  same: Belonging['same'],
  { traits, found, subject, personal }: Search,
  params: unknown[],
): string | undefined {
  if (same === undefined) {
    const target = column.field.reference
    const known = found.get(target?.to ?? '')
    return known && isAny(`t.${column.sql}`, column, [...known], params)
  }
  // Records of no store are known by references to them alone: a store's person is none of the platform's.
  if (traits[same].length === 0 || (personal.table.register.scope === 'global' && !subject.isGlobal)) return undefined
  return `${comparable[same](`t.${column.sql}::text`)} = ANY($${params.push(traits[same])}::text[])`
}

/** A value as it is compared: services tell telephones and documents with signs and the country's number. */
const comparable: Readonly<Record<NonNullable<Belonging['same']>, (column: string) => string>> = {
  name: column => column,
  document: column => `upper(regexp_replace(${column}, '[^0-9A-Za-z]', '', 'g'))`,
  email: column => `lower(${column})`,
  phone: column => `regexp_replace(regexp_replace(${column}, '\\D', '', 'g'), '^0?55(?=\\d{10,11}$)', '')`,
}

/** A key among some, compared as the column's own type, so that an index serves. */
export const isAny = (sql: string, { field, column }: RegisterColumn, ids: readonly string[], params: unknown[]): string =>
  `${sql} = ANY($${params.push(ids)}::${column.sqlType(field)}[])`

/** Rows of the person's own stores. */
export function ofStores({ stores }: Pick<Subject, 'stores'>, scope: 'store' | 'global' | 'self', params: unknown[]): string {
  if (scope === 'global') return 'true'
  return `t.${scope === 'self' ? 'id' : '"lojaId"'} = ANY($${params.push([...stores])}::bigint[])`
}
