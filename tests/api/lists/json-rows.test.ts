import fc from 'fast-check'
import '../../fixedSeed.ts'
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest'
import { columnOf } from '../../../src/kinds/columns.ts'
import type { ValueOptions } from '../../../src/kinds/kind.ts'
import { kindByName } from '../../../src/kinds/values.ts'
import { openDatabase } from '../../../src/server/database/pool.ts'
import type { Queries } from '../../../src/server/database/queries.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { JsonRows, jsonShapeOf } from '../../../src/server/query/json/jsonRows.ts'
import { TOTAL_COLUMN } from '../../../src/server/query/planSql.ts'
import type { QueryPlan } from '../../../src/server/query/queryPlan.ts'
import { rowReaderOf } from '../../../src/server/query/rowReader.ts'
import type { RegisterColumn } from '../../../src/server/query/table.ts'
import { allKindCases } from '../../kinds/cases/allCases.ts'
import { fieldOfKind } from '../../kinds/cases/kindCase.ts'

let database: ServerDatabase

beforeAll(() => {
  database = openDatabase({ url: inject('databaseUrl'), size: 1 })
})
afterAll(() => database.close())

/** A column as a table's, of a field that a case describes. */
const columnNamed = (name: string, o: ValueOptions, secret = false): RegisterColumn => ({
  name,
  sql: `"${name}"`,
  field: { ...o, name, title: name, ...(secret ? { secret } : {}) } as never,
  kind: kindByName(o.kind),
  column: columnOf(o.kind),
})

const planOf = (columns: readonly RegisterColumn[]): QueryPlan => ({ columns, labels: [], includes: [] }) as never

/** Returns a statement's rows, by records and as they are sent; run so often that it is prepared by then. */
async function bothWays(q: Queries, columns: readonly RegisterColumn[], text: string) {
  const plan = planOf(columns)
  const shape = jsonShapeOf(plan)
  if (!shape || !q.queryInto) throw new Error('No JSON of these')
  const written: string[] = []
  const totals: unknown[] = []
  for (let turn = 0; turn < 3; turn++) {
    const rows = new JsonRows(shape)
    await q.queryInto(rows, `${text} LIMIT $1`, [1000])
    written.push(rows.finish().toString())
    totals.push(rows.total)
  }
  const { rows } = await q.query(`${text} LIMIT $1`, [1000])
  return { written, totals, wanted: JSON.stringify(rows.map(rowReaderOf(plan))) }
}

describe.each(allKindCases.map((one, at) => ({ ...one, table: `held_${at}` })))('$name', ({ o, values, table }) => {
  it('is the same JSON from what the database sends as from records', async () => {
    const column = columnNamed('válor "de" prova', o)
    const key = columnNamed('n', fieldOfKind('integer'))
    await database.asOwner(async q => {
      await q.query(`CREATE TEMP TABLE ${table} (n integer, value ${column.column.sqlType(o)}) ON COMMIT DROP`)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(values), { maxLength: 30 }), async held => {
          await q.query(`TRUNCATE ${table}`)
          for (const [n, value] of held.entries())
            await q.query(`INSERT INTO ${table} VALUES ($1, $2)`, [n, value === null ? null : column.column.toRow(value, o)])
          const text = `SELECT n, value AS "válor ""de"" prova" FROM ${table} ORDER BY n`
          const { written, wanted } = await bothWays(q, [key, column], text)
          expect(written).toEqual([wanted, wanted, wanted])
        }),
        { numRuns: 5 },
      )
    })
  })
})

/** Values that are written otherwise than their text, as SQL. */
const strange: readonly (readonly [type: string, kind: Parameters<typeof fieldOfKind>[0], values: readonly string[]])[] = [
  ['numeric(18,2)', 'money', ['0', '0.10', '-0.10', '-0.00', '100', '1000000.00', '9999999999999999.99', '-12.30', "'NaN'"]],
  ['numeric(18,10)', 'decimal', ['0.0000001', '0.000001', '-0.0000012', '0.1234567', '123456.0000001', '1']],
  ['bigint', 'integer', ['0', '-1', '999999999999999', '9007199254740993', `'-9223372036854775808'`]],
  [
    'text',
    'text',
    [
      `''`,
      `'"'`,
      `'a\\b'`,
      `E'\\b\\f\\n\\r\\t\\x01\\x1f\\x7f'`,
      `'é ção 漢字 😀'`,
      `U&'\\2028\\2029\\feff'`,
      `repeat('"', 20000)`,
      `repeat('ã', 20000)`,
    ],
  ],
  [
    'timestamptz',
    'dateTime',
    [`'2026-01-31 12:30:00+00'`, `'2026-01-31 12:30:00.5+00'`, `'2026-01-31 12:30:00.123456+00'`, `'2026-01-31 23:30:00-03'`],
  ],
  ['date', 'date', [`'2026-01-31'`, `'0001-01-01'`]],
]

describe.each(strange)('%s', (type, kind, values) => {
  // The size of what is written grows while it is: whatever comes first, what comes after fits.
  it.each(['ASC', 'DESC'])('is the same for what is written otherwise than its text, %s', async order => {
    const long = type === 'bigint' ? { min: 0, max: 9e15 } : type.startsWith('numeric') ? { decimals: 10 } : {}
    const columns = [columnNamed('value', fieldOfKind(kind, long)), columnNamed('n', fieldOfKind('integer'))]
    for (const zone of ['UTC', 'America/Sao_Paulo'])
      await database.asOwner(async q => {
        await q.query(`SET LOCAL timezone = '${zone}'`)
        const rows = values.map((value, n) => `(${value}::${type}, ${n})`).join(', ')
        const text = `SELECT value, n FROM (VALUES ${rows}) v (value, n) ORDER BY n ${order}`
        const { written, wanted } = await bothWays(q, columns, text)
        expect(written).toEqual([wanted, wanted, wanted])
      })
  })
})

test('a secret is masked, and a missing one is null', async () => {
  const columns = [columnNamed('a', fieldOfKind('text'), true), columnNamed('b', fieldOfKind('boolean'))]
  await database.asOwner(async q => {
    const text = `SELECT a, b FROM (VALUES ('geheim', true), (NULL, false), ('x', NULL)) v (a, b)`
    const { written, wanted } = await bothWays(q, columns, text)
    expect(written).toEqual([wanted, wanted, wanted])
    expect(wanted).not.toContain('geheim')
  })
})

test('a last column that the plan does not name is the count of all rows', async () => {
  const columns = [columnNamed('a', fieldOfKind('integer'))]
  await database.asOwner(async q => {
    const { written, totals, wanted } = await bothWays(
      q,
      columns,
      `SELECT a, 41 + 1 AS "${TOTAL_COLUMN}" FROM (VALUES (1), (2)) v (a)`,
    )
    expect(written).toEqual([wanted, wanted, wanted])
    expect(totals).toEqual([42, 42, 42])
  })
})

test('no rows are an empty list; a statement that fails tells, and the connection works on', async () => {
  const columns = [columnNamed('a', fieldOfKind('integer'))]
  await database.read('all', async q => {
    const empty = await bothWays(q, columns, 'SELECT 1 AS a WHERE false')
    expect(empty.written).toEqual(['[]', '[]', '[]'])
    await expect(bothWays(q, columns, 'SELECT 1 / (n - 2) AS a FROM generate_series(1, 3) n')).rejects.toThrow('division by zero')
    const { written, wanted } = await bothWays(q, columns, 'SELECT 7 AS a')
    expect(written).toEqual([wanted, wanted, wanted])
  })
})

test('a row that its taker refuses fails the statement, and the connection works on', async () => {
  await database.read('all', async q => {
    const refuse = {
      take: () => {
        throw new Error('refused')
      },
    }
    await expect(q.queryInto?.(refuse, 'SELECT n FROM generate_series(1, 3) n')).rejects.toThrow('refused')
    expect((await q.query('SELECT 1 AS a')).rows).toEqual([{ a: 1 }])
  })
})
