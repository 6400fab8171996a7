import { OwnedMemory } from '../../../base/boundedMemory.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Secrets } from '../../database/secret.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { ROOT_ALIAS, readingOfStore } from '../../query/planSql.ts'
import type { Table } from '../../query/table.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { newRowsFollowed, refreshFollowers, withFollowed } from '../follows/followReferences.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { type ClaimingRow, claimValues, demandProof, isClaiming, releaseClaims } from './claims.ts'

const MOST_PARAMETERS = 30_000

/** All that writing rows needs of the work; rows without secrets need no key. */
type Writing = Pick<UnitOfWork, 'q'> & { readonly secrets?: Secrets }

/** Rows of one table to be inserted: they may fill different columns. */
export interface NewRow {
  readonly lojaId: number | null
  readonly columns: DataRow
}

/** Inserts rows and gives their keys in the order of the rows. */
export async function insertRows(table: Table, rows: readonly NewRow[], work: Writing): Promise<unknown[]> {
  const inserted = await insertReturning(table, rows, table.id.sql, work)
  return inserted.map(row => table.id.column.fromRow(row?.id, table.id.field))
}

/** Inserts rows, each set of columns by its own statement, and gives what `reading` selects of them as it stands in the database. */
export async function insertReturning(
  table: Table,
  given: readonly NewRow[],
  reading: string,
  work: Writing,
): Promise<DataRow[]> {
  const rows = table.follows.length === 0 ? given : await newRowsFollowed(table, given, work.q)
  const read: DataRow[] = new Array(rows.length)
  const byShape = Map.groupBy(rows.keys(), index => Object.keys(rows[index]?.columns ?? {}).join(','))
  for (const indexes of byShape.values()) {
    const names = Object.keys(rows[indexes[0] ?? 0]?.columns ?? {})
    const size = Math.max(1, Math.floor(MOST_PARAMETERS / (names.length + 1)))
    for (let start = 0; start < indexes.length; start += size) {
      const chunk = indexes.slice(start, start + size)
      const some = chunk.flatMap(index => rows[index] ?? [])
      const inserted = await insertClaiming(table, names, some, reading, work)
      for (const [at, index] of chunk.entries()) read[index] = inserted[at] ?? {}
    }
  }
  return read
}

/** Inserts, and claims what the rows name outside of their stores. */
async function insertClaiming(
  table: Table,
  names: readonly string[],
  rows: readonly NewRow[],
  reading: string,
  work: Writing,
): Promise<DataRow[]> {
  for (const { columns } of table.claims.length > 0 ? rows : []) demandProof(table, columns)
  if (!isClaiming(table, rows[0]?.columns ?? {})) return insertChunk(table, names, rows, reading, work)
  const inserted = await insertChunk(table, names, rows, `${reading}, ${ROOT_ALIAS}.${table.id.sql} AS "claimant"`, work)
  const claiming = inserted.map(({ claimant }, at): ClaimingRow => ({ lojaId: null, columns: {}, ...rows[at], id: claimant }))
  await claimValues(table, claiming, work.q)
  return inserted.map(({ claimant: _, ...row }) => row)
}

/** Claims what changed rows name now. */
async function claimChanged(
  table: Table,
  lojaId: number | null,
  changes: readonly RowChange[],
  { q }: Pick<Writing, 'q'>,
): Promise<void> {
  if (table.claims.length === 0) return
  for (const { columns } of changes) demandProof(table, columns)
  await claimValues(
    table,
    changes.map(change => ({ ...change, lojaId })),
    q,
  )
}

/** Tells whether rows belong to a store, and are not stores themselves. */
const isOfStore = ({ scoped, register }: Table): boolean => scoped && register.scope !== 'self'

async function insertChunk(
  table: Table,
  names: readonly string[],
  rows: readonly NewRow[],
  reading: string,
  work: Writing,
): Promise<DataRow[]> {
  const store = isOfStore(table)
  const columns = [...(store ? ['lojaId'] : []), ...names]
  const valuesOf = (name: string): unknown[] =>
    rows.map(row => (name === 'lojaId' && store ? row.lojaId : toColumn(table, name, row.columns[name], work)))
  const lists = columns.map(valuesOf)
  if (rows.length === 1 && columns.length > 0) {
    const params = lists.map(([value]) => value)
    return (await work.q.query(insertOne(table, columns, reading), params)).rows
  }
  const { text, params } = columns.length > 0 ? (asArrays(table, columns, lists) ?? asTuples(lists, rows.length)) : nothing
  const into = columns.length === 0 ? 'DEFAULT VALUES' : `(${columns.map(quotedIdentifier).join(', ')}) ${text}`
  const { rows: inserted } = await work.q.query(`INSERT INTO ${table.sql} AS ${ROOT_ALIAS} ${into} RETURNING ${reading}`, params)
  return inserted
}

const single = new OwnedMemory<Table, string, string>('insert statements', { most: 1000 })

/** The text that inserts one row: the same string each time, so that its prepared statement is found without reading it. */
function insertOne(table: Table, columns: readonly string[], reading: string): string {
  return single.of(table, `${columns.join()} ${reading}`, () => {
    const places = columns.map((_, at) => `$${at + 1}`).join(', ')
    return `INSERT INTO ${table.sql} AS ${ROOT_ALIAS} (${columns.map(quotedIdentifier).join(', ')}) VALUES (${places}) RETURNING ${reading}`
  })
}

interface Rows {
  readonly text: string
  readonly params: readonly unknown[]
}

const nothing: Rows = { text: '', params: [] }

/** Rows as tuples of parameters. */
function asTuples(lists: readonly unknown[][], count: number): Rows {
  const params: unknown[] = []
  const tuples = Array.from({ length: count }, (_, at) => `(${lists.map(list => `$${params.push(list[at])}`).join(', ')})`)
  return { text: `VALUES ${tuples.join(', ')}`, params }
}

/** Several rows as one array a column: the text is the same for any number of them, so it is parsed and planned once. */
function asArrays(table: Table, columns: readonly string[], lists: readonly unknown[][]): Rows | undefined {
  if ((lists[0]?.length ?? 0) < 2) return undefined
  const types = typesOf(table, columns)
  return types && { text: `SELECT * FROM ${unnested(types)}`, params: lists }
}

/** SQL types of columns whose values travel as one array a column; undefined where one of them cannot. */
function typesOf(table: Table, columns: readonly string[]): string[] | undefined {
  const types: string[] = []
  for (const name of columns) {
    const { field, column } = table.byName.get(name) ?? {}
    const type = field && column?.sqlType(field)
    // Arrays of arrays would come apart.
    if (!type || field.secret || type.endsWith('[]')) return undefined
    types.push(type)
  }
  return types
}

const unnested = (types: readonly string[]): string => `unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`

/** Changes these columns of these rows and gives what `reading` selects of them afterwards. */
export async function updateRows(
  table: Table,
  lojaId: number | null,
  ids: readonly unknown[],
  given: DataRow,
  reading: string,
  work: Writing,
): Promise<DataRow[]> {
  const params: unknown[] = []
  const follows = table.follows.length === 0 ? [] : await withFollowed(table, lojaId, [{ columns: given }], work.q)
  const columns = follows[0]?.columns ?? given
  const sets = Object.entries(columns).map(
    ([name, value]) => `${quotedIdentifier(name)} = $${params.push(toColumn(table, name, value, work))}`,
  )
  const where = keysSql(table, lojaId, ids, params)
  const all = [...sets, ...versionStamps(table)]
  if (all.length === 0) return []
  const { rows } = await work.q.query(
    `UPDATE ${table.sql} AS ${ROOT_ALIAS} SET ${all.join(', ')}${where} RETURNING ${reading}`,
    params,
  )
  const changes = ids.map(id => ({ id, columns }))
  await claimChanged(table, lojaId, changes, work)
  if (table.followers.length > 0) await refreshFollowers(table, lojaId, ids, columns, work.q)
  return rows
}

/** Selects `reading` of these rows, in no order. By their store, one machine of several answers. */
export async function selectRows(
  table: Table,
  lojaId: number | null,
  ids: readonly unknown[],
  reading: string,
  { q }: Pick<UnitOfWork, 'q'>,
): Promise<DataRow[]> {
  if (ids.length === 0) return []
  const params: unknown[] = []
  const where = keysSql(table, lojaId, ids, params)
  // The last parameter of its keys is the store. One of its own would be refused where nothing that is read names it.
  const read = isOfStore(table) ? readingOfStore(reading, `$${params.length}`) : reading
  return (await q.query(`SELECT ${read} FROM ${table.sql} ${ROOT_ALIAS}${where}`, params)).rows
}

/** Other values for the same columns of a row. */
export interface RowChange {
  readonly id: unknown
  readonly columns: DataRow
}

/**
 * Changes the same columns of many rows, each to values of its own, by one statement, and gives what `reading` selects of them
 * afterwards, in no order; undefined where such values cannot travel together, and then nothing was done.
 */
export async function updateEachRow(
  table: Table,
  lojaId: number | null,
  given: readonly RowChange[],
  reading: string,
  work: UnitOfWork,
): Promise<DataRow[] | undefined> {
  const changes = table.follows.length === 0 ? given : await withFollowed(table, lojaId, given, work.q)
  const names = Object.keys(changes[0]?.columns ?? {})
  const types = typesOf(table, ['id', ...names])
  if (!types || names.length === 0) return undefined
  const lists = names.map(name => changes.map(({ columns }) => toColumn(table, name, columns[name], work)))
  const params: unknown[] = [changes.map(({ id }) => id), ...lists]
  const sets = [...names.map((name, at) => `${quotedIdentifier(name)} = v."${at}"`), ...versionStamps(table)]
  const store = !table.scoped ? '' : table.register.scope === 'self' ? 'v."key"' : `$${params.push(lojaId)}`
  const where = `${store === '' ? '' : `${ROOT_ALIAS}."lojaId" = ${store} AND `}${ROOT_ALIAS}.${table.id.sql} = v."key"`
  const values = `${unnested(types)} AS v("key", ${names.map((_, at) => `"${at}"`).join(', ')})`
  const { rows } = await work.q.query(
    `UPDATE ${table.sql} AS ${ROOT_ALIAS} SET ${sets.join(', ')} FROM ${values} WHERE ${where} RETURNING ${reading}`,
    params,
  )
  await claimChanged(table, lojaId, changes, work)
  const ids = changes.map(({ id }) => id)
  if (table.followers.length > 0) await refreshFollowers(table, lojaId, ids, changes[0]?.columns ?? {}, work.q)
  return rows
}

/** Returns the columns that every change of a row sets; rows of lists carry no version of their own. */
export const versionStamps = (table: Table): string[] => [
  ...(table.byName.has('version') ? ['"version" = "version" + 1'] : []),
  ...(table.byName.has('updatedAt') ? ['"updatedAt" = now()'] : []),
]

/** The same for a statement that a definition's table is written into by name; `row` is that of its table where it has one ('m.'). */
export const nextVersion = (row = ''): string => `version = ${row}version + 1, "updatedAt" = now()`

export async function deleteRows(table: Table, lojaId: number | null, ids: readonly unknown[], work: UnitOfWork): Promise<void> {
  const params: unknown[] = []
  const where = keysSql(table, lojaId, ids, params)
  await work.q.query(`DELETE FROM ${table.sql}${where}`, params)
  await releaseClaims(table, lojaId, ids, work.q)
}

function keysSql(table: Table, lojaId: number | null, ids: readonly unknown[], params: unknown[]): string {
  const key = ids.length === 1 ? `= $${params.push(ids[0])}` : `= ANY($${params.push(ids)})`
  // A store's own row is its own store.
  const store = !table.scoped
    ? ''
    : table.register.scope === 'self'
      ? `"lojaId" ${key} AND `
      : `"lojaId" = $${params.push(lojaId)} AND `
  return ` WHERE ${store}${table.id.sql} ${key}`
}

/** A value as its column takes it; a secret is sealed. */
export function toColumn(table: Table, name: string, value: unknown, { secrets }: Pick<Writing, 'secrets'>): unknown {
  const column = table.byName.get(name)
  if (!column) throw new Error(`No such column: ${table.register.name}.${name}`)
  if (value === null || value === undefined) return null
  if (column.field.secret && !secrets) throw new Error(`Without its key: ${table.register.name}.${name}`)
  if (column.field.secret) return secrets?.seal(JSON.stringify(value), secretLocation(table, name))
  return column.column.toRow(asValue(value), column.field)
}

/** Where a secret belongs; registers that share a table share their secrets. */
export const secretLocation = (table: Table, name: string): string => `${table.register.table}.${name}`
