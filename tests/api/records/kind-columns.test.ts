import fc from 'fast-check'
import '../../fixedSeed.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { columnOf } from '../../../src/kinds/columns.ts'
import type { Value } from '../../../src/kinds/kind.ts'
import { allKindCases } from '../../kinds/cases/allCases.ts'
import type { KindCase } from '../../kinds/cases/kindCase.ts'

/** One connection that reads types as `pg` does by itself, and one that leaves every value the text it is. */
const connections = [
  { name: 'types of pg', client: new pg.Client({ connectionString: inject('databaseUrl') }) },
  {
    name: 'plain text',
    client: new pg.Client({ connectionString: inject('databaseUrl'), types: { getTypeParser: () => (text: unknown) => text } }),
  },
]

beforeAll(() => Promise.all(connections.map(({ client }) => client.connect())))
afterAll(() => Promise.all(connections.map(({ client }) => client.end())))

const fill = async (client: pg.Client, { o }: KindCase, held: readonly Value[]): Promise<void> => {
  const column = columnOf(o.kind)
  await client.query('TRUNCATE held')
  if (held.length === 0) return
  const places = held.map((_, index) => `(${index}, $${index + 1})`).join(', ')
  await client.query(
    `INSERT INTO held VALUES ${places}`,
    held.map(value => (value === null ? null : column.toRow(value, o))),
  )
}

describe.each(connections)('columns on a real database, $name', ({ client }) => {
  describe.each(allKindCases)('$name', one => {
    const { o } = one
    const column = columnOf(o.kind)

    beforeAll(async () => {
      await client.query(`CREATE TEMP TABLE held (row integer, value ${column.sqlType(o)})`)
    })
    afterAll(async () => {
      await client.query('DROP TABLE held')
    })

    it('gives back what it was given', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(one.values), { maxLength: 40 }), async held => {
          await fill(client, one, held)
          const { rows } = await client.query<{ value: unknown }>('SELECT value FROM held ORDER BY row')
          expect(rows.map(row => (row.value === null ? null : column.fromRow(row.value, o)))).toEqual(held)
        }),
        { numRuns: 15 },
      )
    })

    it('finds a value by itself', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(one.values, { minLength: 1, maxLength: 20 }), async held => {
          await fill(client, one, held)
          const wanted = held[0] ?? null
          const same = held.filter(value => JSON.stringify(value) === JSON.stringify(wanted)).length
          const { rowCount } = await client.query('SELECT 1 FROM held WHERE value = $1', [column.toRow(wanted as never, o)])
          expect(rowCount).toBe(same)
        }),
        { numRuns: 10 },
      )
    })

    it('sorts numbers and moments by what they mean', async () => {
      if (
        !column.operators.includes('lt') ||
        !['integer', 'decimal', 'money', 'percent', 'date', 'dateTime', 'time'].includes(o.kind)
      )
        return
      const held = fc.sample(one.values, 100)
      await fill(client, one, held)
      const { rows } = await client.query<{ value: unknown }>('SELECT value FROM held ORDER BY value')
      const sorted = [...held].sort((a, b) => (a === b ? 0 : (a as number) < (b as number) ? -1 : 1))
      expect(rows.map(row => column.fromRow(row.value, o))).toEqual(sorted)
    })
  })
})
