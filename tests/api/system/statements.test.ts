import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { nullableColumns } from '../../../scripts/generate/rows.ts'
import { type DescribedStatement, describeStatement } from '../../../scripts/statements/describeStatement.ts'
import {
  type ClaimedKinds,
  type FoundStatement,
  findStatements,
  type ValueKind,
} from '../../../scripts/statements/findStatements.ts'
import { quotedIdentifier } from '../../../src/server/tables/sqlNames.ts'
import { type ModelDatabase, modelDatabase } from '../fixtures/modelDatabase.ts'
import { product, productModel } from '../fixtures/product.ts'

/**
 * Every statement of the server, the domain and the plugins whose text is known without running it: PostgreSQL prepares it on the product's tables, and its
 * parameters and columns are those that the code claims. Statements that the runtime writes from definitions are not among them.
 */
let tables: ModelDatabase
let client: pg.Client
let statements: readonly FoundStatement[]
/** Names of types by their numbers. */
let types: ReadonlyMap<number, string>
/** Names of the columns of registers that may be empty, by the source that statements name. */
let nullable: ReadonlyMap<string, string>

beforeAll(async () => {
  const model = productModel()
  tables = await modelDatabase(model, product.tables, true)
  const { rows } = await tables.database.system.query<{ name: string }>('SELECT current_database() AS name')
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${rows[0]?.name}`
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const known = await client.query<{ oid: number; name: string }>('SELECT oid::int AS oid, typname AS name FROM pg_type')
  types = new Map(known.rows.map(({ oid, name }) => [oid, name]))
  const empty = nullableColumns(model)
  const columns = await client.query<{ source: string; table: string; name: string }>(
    `SELECT a.attrelid::text || '.' || a.attnum AS source, c.relname AS table, a.attname AS name FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid WHERE a.attnum > 0`,
  )
  nullable = new Map(
    columns.rows.flatMap(({ source, table, name }) => (empty.has(`${table}.${name}`) ? [[source, name] as const] : [])),
  )
  const sqlOf = (table: string | undefined): string | undefined => table && quotedIdentifier(table)
  statements = findStatements({
    register: name => sqlOf(model.registers[name]?.table),
    role: role => sqlOf(Object.values(model.registers).find(one => one.role === role)?.table),
  })
}, 300_000)

afterAll(async () => {
  await client?.end()
  await tables?.drop()
})

/** The kind of value that a column or a parameter of a type is in JavaScript; a moment and a day are texts, by the parsers of pooledConnection.ts. */
function kindOf(oid: number): ValueKind {
  const name = types.get(oid) ?? ''
  if (name.startsWith('_')) return 'list'
  if (['int2', 'int4', 'float4', 'float8', 'oid', 'xid'].includes(name)) return 'number'
  if (name === 'bool') return 'boolean'
  if (name === 'timestamp') return 'date'
  if (['json', 'jsonb', 'bytea', 'interval', 'record', 'void'].includes(name)) return 'any'
  return 'string'
}

const isOneOf = (kind: ValueKind, claimed: ClaimedKinds): boolean =>
  kind === 'any' || claimed.size === 0 || claimed.has('any') || claimed.has(kind)

/** Texts travel to most types of PostgreSQL, and pg writes numbers, moments and objects as texts: only these never fit. */
const fitsParameter = (kind: ValueKind, claimed: ClaimedKinds): boolean =>
  claimed.size === 0 ||
  claimed.has('any') ||
  ((claimed.has('list') ? kind === 'list' || kind === 'any' : kind !== 'list' || claimed.has('string')) &&
    (!claimed.has('boolean') || kind === 'boolean' || kind === 'any'))

/** Tables and functions that only a database of several machines has. */
const ofSeveralMachines =
  /\bpg_dist_|\bcitus_tables\b|\brun_command_on_|\brecover_prepared_transactions\b|\btruncate_local_data_after/

const words = (kinds: ClaimedKinds): string => [...kinds].join(' | ')

function* differences({ params, columns }: FoundStatement, found: DescribedStatement): Generator<string> {
  if (params) {
    if (params.length !== found.params.length) yield `${params.length} parameters for ${found.params.length}`
    for (const [at, oid] of found.params.entries()) {
      const claimed = params[at]
      if (claimed && !fitsParameter(kindOf(oid), claimed)) yield `$${at + 1} is ${words(claimed)} for ${types.get(oid)}`
    }
  }
  const there = new Map(found.columns.map(column => [column.name, column]))
  for (const [name, claimed] of columns ?? []) {
    const column = there.get(name)
    if (!column) yield `${name} is no column of ${[...there.keys()].join(', ')}`
    else if (!isOneOf(kindOf(column.type), claimed.kinds))
      yield `${name} is ${words(claimed.kinds)}, but ${types.get(column.type)} is ${kindOf(column.type)}`
  }
}

/** Columns that code takes for filled, although the definition leaves them empty and the statement does not compare them. */
function emptyColumns({ columns }: FoundStatement, found: DescribedStatement, text: string): string[] {
  return found.columns.flatMap(({ name, source }) => {
    const column = nullable.get(source ?? '')
    if (column === undefined || columns?.get(name)?.nullable !== false) return []
    const compared = new RegExp(`"?\\b${column}"?\\s*(=|<|>|IS NOT NULL\\b|IN\\b|LIKE\\b|BETWEEN\\b)`)
    return compared.test(text) ? [] : [name]
  })
}

test('every statement that is known as it is written is sound, and has the parameters and columns that its code claims', async () => {
  const wrong: string[] = []
  const empty: string[] = []
  for (const statement of statements)
    for (const text of statement.texts ?? []) {
      if (ofSeveralMachines.test(text)) continue
      try {
        const found = await describeStatement(client, text)
        for (const one of differences(statement, found)) wrong.push(`${statement.place}: ${one}`)
        for (const one of emptyColumns(statement, found, text)) empty.push(`${statement.place}: ${one} may be empty`)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
        // Several commands in one text are a script, which is never prepared.
        if (!/multiple commands/.test(error.message)) wrong.push(`${statement.place}: ${error.message}\n${text}`)
      }
    }
  expect([...new Set(wrong)]).toEqual([])
  const places = [...new Set(empty)]
  expect(places).toEqual([])
}, 300_000)

test('every statement by which derived tables follow an archive is sound, over keys of one store', async () => {
  const archived = product.tables.flatMap(table => table.archived ?? [])
  const overRows = archived.flatMap(({ remember, forget }) => [...remember, ...forget])
  const overStore = archived.flatMap(({ tidy }) => tidy)
  expect(Math.min(overRows.length, overStore.length)).toBeGreaterThan(0)
  const paramsOf = async (text: string): Promise<unknown> =>
    (await describeStatement(client, text)).params.map(oid => types.get(oid))
  for (const text of overRows) expect(await paramsOf(text), text).toEqual(['int8', '_int8'])
  for (const text of overStore) expect(await paramsOf(text), text).toEqual(['int8'])
})

test('domain and plugins send few statements that are known only when they run', () => {
  const open = statements.filter(({ place, texts }) => !place.startsWith('src/server/') && texts === undefined)
  expect(open.length, open.map(({ place }) => place).join('\n')).toBeLessThanOrEqual(50)
})

test('a parameter and a column that are not as the code claims are told', async () => {
  const kinds = (...each: ValueKind[]): ClaimedKinds => new Set(each)
  const got = (kind: ValueKind) => ({ kinds: kinds(kind), nullable: false })
  const found = await describeStatement(client, 'SELECT id, entrada, entrada_em FROM nfes WHERE "lojaId" = $1 AND id = ANY ($2)')
  const claimed = {
    place: 'here',
    texts: undefined,
    params: [kinds('number'), kinds('number')],
    columns: new Map([
      ['id', got('number')],
      ['entrada', got('boolean')],
      ['entrada_em', got('date')],
      ['gone', got('string')],
    ]),
  }
  expect([...differences(claimed, found)]).toEqual([
    '$2 is number for _int8',
    'id is number, but int8 is string',
    'entrada_em is date, but timestamptz is string',
    'gone is no column of id, entrada, entrada_em',
  ])
  expect(emptyColumns(claimed, found, '')).toEqual(['entrada', 'entrada_em'])
  expect(emptyColumns(claimed, found, 'WHERE entrada IS NOT NULL AND entrada_em < now()')).toEqual([])
  await expect(describeStatement(client, 'SELECT valor FROM nfes')).rejects.toThrow('column "valor" does not exist')
})
