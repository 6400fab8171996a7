import { expect, test } from 'vitest'
import type { ReportDefinition } from '../../generated/definitions.ts'
import { inheritQueries } from './inheritQueries.ts'

interface Given {
  readonly value: ReportDefinition
  readonly sql?: { readonly value: string }
  readonly before?: string
}

const query = (name: string, value: object, sql?: string): readonly [string, Given] => [
  name,
  { value: { title: name, path: name, gate: 'logged', ...value } as ReportDefinition, ...(sql ? { sql: { value: sql } } : {}) },
]

const queries = inheritQueries(
  new Map([
    query('contas', { result: { properties: {} } }, 'WITH todas AS (SELECT 1)\n-- statement: a\nSELECT * FROM todas'),
    query('iguais', { like: 'contas' }),
    query('soma', { like: 'contas' }, '-- statement: a\nSELECT count(*) FROM todas'),
    query('outras', { like: 'contas' }, 'WITH outras AS (SELECT 2)\n-- statement: a\nSELECT * FROM outras'),
  ]),
)

test('a query without SQL takes that of the one it is like', () => {
  expect(queries.get('iguais')?.sql?.value).toMatch(/^WITH todas/)
})

test('statements of its own go on from what stands before those of the other, unless something stands before them', () => {
  expect(queries.get('soma')).toMatchObject({
    before: 'WITH todas AS (SELECT 1)\n',
    sql: { value: expect.stringContaining('count') },
  })
  expect(queries.get('outras')?.before).toBeUndefined()
  expect(queries.get('contas')?.before).toBeUndefined()
})
