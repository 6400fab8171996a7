import { expect, test } from 'vitest'
import { spreadStatement } from './spreadStatement.ts'

const changed = (text: string): boolean => spreadStatement(text) !== text

test('an insert of what a query finds gives something back', () => {
  expect(spreadStatement('INSERT INTO t (a) SELECT a FROM u')).toBe('INSERT INTO t (a) SELECT a FROM u RETURNING 1 AS done')
  expect(changed('WITH s AS (SELECT 1), v AS (INSERT INTO w VALUES (1) RETURNING a) INSERT INTO t SELECT * FROM s')).toBe(true)
  expect(changed(`INSERT INTO t SELECT ') RETURNING' FROM u`)).toBe(true)
})

test('one that does already, or that settles conflicts, stays as it is, as do all others', () => {
  expect(changed('INSERT INTO t (a) SELECT a FROM u RETURNING a')).toBe(false)
  expect(changed('INSERT INTO t (a) SELECT a FROM u ON CONFLICT DO NOTHING')).toBe(false)
  expect(changed('INSERT INTO t (a) VALUES ((SELECT 1))')).toBe(false)
  expect(changed('WITH v AS (INSERT INTO w SELECT 1 RETURNING a) SELECT * FROM v')).toBe(false)
  expect(changed('UPDATE t SET a = (SELECT 1)')).toBe(false)
})

test('a fence round what is found first goes', () => {
  const found =
    'SELECT t.id FROM (SELECT t.* FROM goods t WHERE t."lojaId" = $1 OFFSET 0) t LEFT JOIN groups g ON g."lojaId" = t."lojaId"'
  expect(spreadStatement(found)).toBe(found.replace(' OFFSET 0', ''))
  expect(spreadStatement('SELECT id FROM goods LIMIT 10 OFFSET 0')).toBe('SELECT id FROM goods LIMIT 10 OFFSET 0')
})
