import { kindByName } from '../../../src/kinds/values.ts'
import type { PersonalData } from '../../../src/model/field.ts'
import type { Model } from '../../../src/model/model.ts'
import type { Queries } from '../../../src/server/database/queries.ts'
import { type PersonalTable, personalTables } from '../../../src/server/features/privacy/personalTables.ts'
import type { RegisterColumn } from '../../../src/server/query/table.ts'

/** A value that nothing else has, and where it was put. */
export interface Marker {
  /** As it was stored. */
  readonly value: string
  /** The text to search for: letters and digits that stand together in it. */
  readonly token: string
  readonly table: string
  readonly column: string
  readonly isKept: boolean
  readonly isSecret: boolean
}

/** A person in every register that can be about them. */
export interface MarkedPerson {
  readonly id: number
  readonly markers: readonly Marker[]
  /** Key of the row in each register that is about them. */
  readonly rows: ReadonlyMap<string, number>
}

type Traits = Map<PersonalData, string>

/** A CPF with its check digits. */
export function cpfOf(seed: number): string {
  const base = String(100_000_000 + seed).slice(0, 9)
  const digit = (digits: string): number => {
    const rest = [...digits].reduce((sum, one, at) => sum + Number(one) * (digits.length + 1 - at), 0) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const first = `${base}${digit(base)}`
  return `${first}${digit(first)}`
}

const letters = (at: number): string => [...String(at)].map(one => 'bcdfghjklm'[Number(one)]).join('')

/** A value for a column that no other column has, as its kind stores it. */
function markOf({ field }: RegisterColumn, at: number): { value: string; token: string } {
  const digits = String(11_900_000_000 + at)
  const most = field.maxLength ?? field.refine?.maxLength ?? 200
  if (field.personal === 'email') return { value: `zzq${letters(at)}@marca.br`, token: `zzq${letters(at)}` }
  if (field.personal === 'birth') return { value: `19${10 + (at % 80)}-01-${10 + (at % 19)}`, token: '' }
  if (field.personal === 'document' || kindByName(field.kind).identifies) return { value: cpfOf(at), token: cpfOf(at) }
  if (field.personal === 'phone') return { value: digits, token: digits }
  const word = `zzq${letters(at)}`
  // A field with room for a few characters only gets a value that others have, too.
  return most < word.length ? { value: 'zq'.slice(0, most), token: '' } : { value: word, token: word }
}

/**
 * Makes a person in a store, and a row of each register that its definition calls about them, every personal value a marker. `seed` makes the
 * same markers again, for a twin in another store.
 */
export async function markPerson(model: Model, register: string, store: number, seed: number, q: Queries): Promise<MarkedPerson> {
  const tables = personalTables(model)
  const own = tables.find(({ table }) => table.register.name === register)
  if (!own) throw new Error(`No people in ${register}`)
  const traits: Traits = new Map()
  const markers: Marker[] = []
  const rows = new Map<string, number>()
  let at = seed
  const valuesOf = (
    columns: readonly RegisterColumn[],
    personal: PersonalTable,
    given: Readonly<Record<string, string>>,
    of = personal.table,
  ) =>
    columns.map(column => {
      at += 1
      const made = markOf(column, at)
      const value = given[column.name] ?? made.value
      const token = given[column.name] ? '' : made.token
      const isKept = (personal.about.keptByLaw ?? column.field.keptByLaw) !== undefined
      const place = { table: of.register.name, column: column.name, isKept, isSecret: column.field.secret }
      if (token !== '') markers.push({ value, token, ...place })
      return { column, value }
    })
  const add = async (
    personal: PersonalTable,
    link: Readonly<Record<string, unknown>>,
    given: Readonly<Record<string, string>>,
  ) => {
    const made = valuesOf([...personal.erased, ...personal.kept], personal, given)
    if (personal === own)
      for (const { column, value } of made)
        if (!traits.has(column.field.personal ?? 'note')) traits.set(column.field.personal ?? 'note', value)
    const isStore = personal.table.byName.has('lojaId')
    const id = await insert(q, personal.table.sql, {
      ...(isStore ? { lojaId: store } : {}),
      ...Object.fromEntries(made.map(({ column, value }) => [column.name, value])),
      ...link,
    })
    rows.set(personal.table.register.name, id)
    for (const { list, table, erased, kept } of personal.lists) {
      // A reference points to a record that others know, too: it carries no marker, and goes with its row.
      const below = [...erased, ...kept].filter(({ field }) => !field.reference)
      if (below.length === 0) continue
      const values = valuesOf(below, personal, {}, table).map(({ column, value }) => [column.name, value])
      await insert(q, table.sql, { ...(isStore ? { lojaId: store } : {}), [list.by]: id, ...Object.fromEntries(values) })
    }
  }
  await add(own, {}, {})
  for (let more = true; more; ) {
    more = false
    for (const personal of tables) {
      const { name, scope } = personal.table.register
      if (rows.has(name) || scope === 'self' || (scope === 'global' && own.table.register.scope !== 'global')) continue
      for (const { field, same } of personal.about.whose) {
        const to = field === undefined ? undefined : personal.table.byName.get(field)?.field.reference?.to
        const target = to === undefined ? undefined : rows.get(to)
        const trait = same === undefined ? undefined : traits.get(same)
        if (field === undefined || (target === undefined && trait === undefined)) continue
        await add(personal, target === undefined ? {} : { [field]: target }, trait === undefined ? {} : { [field]: trait })
        more = true
        break
      }
    }
  }
  return { id: rows.get(register) ?? 0, markers, rows }
}

async function insert(q: Queries, table: string, values: Readonly<Record<string, unknown>>): Promise<number> {
  const names = Object.keys(values)
  const { rows } = await q.query<{ id: string }>(
    `INSERT INTO ${table} (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
    Object.values(values),
  )
  return Number(rows[0]?.id)
}

/** A row of the database in which a text stands. */
export interface Hit {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Every row of every table of every schema whose text has one of these words. */
export async function searchDatabase(tokens: readonly string[], q: Queries): Promise<Hit[]> {
  const { rows: tables } = await q.query<{ name: string; sql: string }>(
    `SELECT tablename AS name, format('%I.%I', schemaname, tablename) AS sql FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  )
  const patterns = tokens.map(token => `%${token.toLowerCase()}%`)
  const hits: Hit[] = []
  for (const { name, sql } of tables) {
    const { rows } = await q.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${sql} t WHERE lower(t::text) LIKE ANY($1::text[])`,
      [patterns],
    )
    hits.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  return hits
}
