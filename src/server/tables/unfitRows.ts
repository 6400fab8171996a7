import { truncate } from '../../base/text.ts'
import { asValue } from '../../kinds/asValue.ts'
import { columnOf } from '../../kinds/columns.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Model, Register, Unique } from '../../model/model.ts'
import { fieldOf, isSystemField } from '../../model/register.ts'
import type { Queries } from '../database/queries.ts'
import { canonicalType } from './columnType.ts'
import { type PresentColumn, presentTables } from './presentTables.ts'
import { quotedIdentifier as named, quotedIdentifiers, uniqueColumns, uniqueName } from './sqlNames.ts'
import { uniqueConditions } from './wantedTables.ts'

/** Rows that stand although the definitions take them no more: a save that touches the field refuses them, and a start those that must differ. */
export interface UnfitRows {
  readonly table: string
  /** Of what must differ together, their names with a `+` between. */
  readonly column: string
  readonly why: 'required' | 'limits' | 'unique' | 'computed'
  readonly rows: number
  /** By store; `null` for a register that belongs to none. */
  readonly stores: readonly { readonly lojaId: number | null; readonly rows: number }[]
  /** Some of the values, as people read them. */
  readonly examples: readonly string[]
}

/** Most distinct values of a column that are looked at. */
const MOST_VALUES = 200_000
const EXAMPLES = 3
/** Signs of an example that are shown: enough to know it by. */
const SHOWN = 80

/** Looks through all tables for what the definitions have become too narrow for. Reads only. */
export async function unfitRows(q: Queries, model: Model): Promise<UnfitRows[]> {
  const tables = await presentTables(q)
  const found: UnfitRows[] = []
  for (const each of Object.values(model.registers)) {
    const table = tables.get(each.table) ?? tables.get(each.was ?? '')
    if (!table || each.from || each.stored === false) continue
    // Rows are looked through before a start gives table and columns their names of today.
    const register = { ...each, table: table.name }
    const columnFor = ({ name, was }: Field) => table.columns.get(name) ?? table.columns.get(was ?? '')
    for (const field of register.fields)
      if (isComputed(field) && !columnFor(field)) found.push(await computedRows(q, register, field))
    if (isServersOwn(register)) continue
    for (const field of register.fields) {
      if (!isFilledIn(field)) continue
      const column = columnFor(field)
      // A column that comes fills the rows with its default.
      const demanded = field.required && field.visibleWhen === undefined && (column !== undefined || field.default === undefined)
      if (demanded) found.push(await blankRows(q, register, field, column))
      if (column && isLimited(field) && isReadable(column.type, field)) found.push(await refusedRows(q, register, field, column))
    }
    for (const unique of register.unique) {
      const name = uniqueName(each, unique)
      const isHeld = table.constraints.has(name) || table.indexes.has(name)
      const isThere = [...unique.fields, ...Object.keys(unique.where ?? {})].every(one => table.columns.has(one))
      if (!isHeld && isThere) found.push(await repeatedRows(q, register, unique))
    }
  }
  return found.filter(({ rows }) => rows > 0)
}

/** Tells whether nobody saves records of the register: what the server alone writes is not held to what people may type. */
const isServersOwn = ({ parent, access: { create, change } }: Register): boolean =>
  parent === undefined && create === undefined && change === undefined

/** Tells whether saves work a column out. */
const isComputed = ({ stored, compute, rollup, follows }: Field): boolean =>
  stored && compute !== undefined && rollup === undefined && follows === undefined

/** Tells whether people fill a field in, and nobody seals it. */
const isFilledIn = ({ name, stored, secret, readOnly, compute }: Field): boolean =>
  stored && !secret && !readOnly && compute === undefined && !isSystemField(name)

/** Tells whether the column's values can be read as the definition's: whole numbers and decimals of any size can. */
const isReadable = (type: string, field: Field): boolean =>
  family(type) === family(canonicalType(columnOf(field.kind).sqlType(field)))

const family = (type: string): string =>
  type.startsWith('numeric') ? 'numeric' : /^(smallint|integer|bigint)$/.test(type) ? 'whole' : type

const isLimited = ({ reference, ...field }: Field): boolean =>
  reference === undefined &&
  [field.min, field.max, field.minLength, field.maxLength, field.pattern, field.choices, field.refine].some(
    limit => limit !== undefined,
  )

const storeOf = ({ scope }: Register): string => (scope === 'global' ? 'NULL' : '"lojaId"')

async function blankRows(q: Queries, register: Register, field: Field, column: PresentColumn | undefined): Promise<UnfitRows> {
  const blank = column ? `${named(column.name)} IS NULL OR ${named(column.name)}::text = ''` : 'true'
  const { rows } = await q.query<{ store: string | null; rows: number }>(
    `SELECT ${storeOf(register)} AS store, count(*)::int AS rows FROM ${named(register.table)}
      WHERE ${blank} GROUP BY 1 ORDER BY 1`,
  )
  return unfit(register, field, 'required', rows, [])
}

/** All rows: the column comes, and their values with their next saves. */
async function computedRows(q: Queries, register: Register, field: Field): Promise<UnfitRows> {
  const { rows } = await q.query<{ store: string | null; rows: number }>(
    `SELECT ${storeOf(register)} AS store, count(*)::int AS rows FROM ${named(register.table)} GROUP BY 1 ORDER BY 1`,
  )
  return unfit(register, field, 'computed', rows, [])
}

/** Values that the field's limits refuse, judged by the kind itself. */
async function refusedRows(q: Queries, register: Register, field: Field, column: PresentColumn): Promise<UnfitRows> {
  const name = named(column.name)
  const kind = kindByName(field.kind)
  const read = (value: unknown) => columnOf(field.kind).fromRow(value, field)
  const { rows } = await q.query<{ store: string | null; value: unknown; rows: number }>(
    `SELECT ${storeOf(register)} AS store, ${name} AS value, count(*)::int AS rows FROM ${named(register.table)}
      WHERE ${name} IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 3 DESC LIMIT ${MOST_VALUES}`,
  )
  const bad = rows.filter(({ value }) => {
    const known = kind.accept(read(value), field)
    return !known.ok || (known.value !== null && kind.check(known.value, field) !== undefined)
  })
  const examples = [...new Set(bad.map(({ value }) => kind.format(read(value), field)))].slice(0, EXAMPLES)
  return unfit(register, field, 'limits', bad, examples)
}

/** Rows with the same values where the definition wants each once. */
async function repeatedRows(q: Queries, register: Register, unique: Unique): Promise<UnfitRows> {
  const fields = unique.fields.flatMap(name => fieldOf(register, name) ?? [])
  const filled = unique.emptyAlike ? [] : fields.map(({ name }) => `${named(name)} IS NOT NULL`)
  const only = [...filled, ...uniqueConditions(register, unique)]
  const values = fields.map(({ name }, at) => `${named(name)} AS v${at}`)
  const { rows } = await q.query<Record<string, unknown> & { store: string | null; rows: number }>(
    `SELECT ${storeOf(register)} AS store, count(*)::int AS rows, ${values.join(', ')} FROM ${named(register.table)}
      ${only.length === 0 ? '' : `WHERE ${only.join(' AND ')}`}
      GROUP BY ${quotedIdentifiers(uniqueColumns(register, unique))} HAVING count(*) > 1 ORDER BY 1, 2 DESC`,
  )
  const textIn = (value: unknown, field: Field): string =>
    value === null ? '' : kindByName(field.kind).format(asValue(columnOf(field.kind).fromRow(value, field)), field)
  const shown = (row: Record<string, unknown>): string => fields.map((field, at) => textIn(row[`v${at}`], field)).join(' + ')
  const examples = rows.slice(0, EXAMPLES).map(shown)
  return unfit(register, { name: unique.fields.join('+') }, 'unique', rows, examples)
}

function unfit(
  { table }: Register,
  { name }: Pick<Field, 'name'>,
  why: UnfitRows['why'],
  counted: readonly { readonly store: string | null; readonly rows: number }[],
  examples: readonly string[],
): UnfitRows {
  const stores = [...Map.groupBy(counted, ({ store }) => store)].map(([store, some]) => ({
    lojaId: store === null ? null : Number(store),
    rows: total(some),
  }))
  return { table, column: name, why, rows: total(counted), stores, examples }
}

const total = (counted: readonly { readonly rows: number }[]): number => counted.reduce((sum, { rows }) => sum + rows, 0)

const whys: Readonly<Record<UnfitRows['why'], string>> = {
  required: 'is required and blank',
  limits: 'holds what its definition does not take',
  computed: 'is worked out by the next save of each record, and stays blank until then',
  unique: 'is to be unique, so that a start refuses this, and is the same',
}

/** 'produtos.obs holds what its definition does not take in 3 rows (store 1: 2, store 2: 1), such as "…"'. */
export function unfitRowsText({ table, column, why, rows, stores, examples }: UnfitRows): string {
  const each = stores.flatMap(store => (store.lojaId === null ? [] : [`store ${store.lojaId}: ${store.rows}`]))
  const where = each.length > 0 ? ` (${each.join(', ')})` : ''
  const such = examples.length > 0 ? `, such as ${examples.map(text => JSON.stringify(truncate(text, SHOWN))).join(', ')}` : ''
  return `${table}.${column} ${whys[why]} in ${rows} row${rows === 1 ? '' : 's'}${where}${such}`
}
