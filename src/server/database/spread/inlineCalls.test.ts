import { expect, test } from 'vitest'
import { inlineCalls, type SqlFunction } from './inlineCalls.ts'

const zone: SqlFunction = {
  name: 'sums.f_zone',
  parameters: [{ name: 'store', type: 'bigint' }],
  body: ` SELECT coalesce((SELECT s.zone FROM stores s WHERE s.id = store), 'UTC') `,
}
const day: SqlFunction = {
  name: 'sums.f_day',
  parameters: [
    { name: 'store', type: 'bigint' },
    { name: 'moment', type: 'timestamptz' },
  ],
  body: 'SELECT (moment AT TIME ZONE sums.f_zone(store))::date',
}
const sold: SqlFunction = {
  name: 'sums.f_sold',
  parameters: day.parameters,
  columns: ['day', 'value'],
  body: 'SELECT day, value FROM sums.sold t WHERE t."store" = store AND day >= (SELECT sums.f_day(store, moment))',
}
const letter: SqlFunction = {
  name: 'sums.f_letter',
  parameters: [{ name: 'value', type: 'numeric' }],
  body: `SELECT CASE WHEN value > 0 THEN 'A' END`,
}
const functions = new Map([zone, day, sold, letter].map(each => [each.name, each]))

test('a call becomes the text of the function, with what it calls, and arguments get the types of its parameters', () => {
  const text = inlineCalls('SELECT f.value FROM sums.f_sold($1::bigint, greatest($2, now())) f', functions)
  expect(text).not.toContain('.f_')
  expect(text).toMatch(
    /^SELECT f\.value FROM \(SELECT \* FROM \(SELECT day, value FROM sums\.sold t WHERE t\."store" = \(\$1::bigint\)::bigint AND /,
  )
  expect(text).toContain(
    '((greatest($2, now()))::timestamptz)::timestamptz AT TIME ZONE ( SELECT coalesce((SELECT s.zone FROM stores s',
  )
  expect(text).toMatch(/\) rows_of\("day", "value"\)\) f$/)
})

test('rows without a name are called as their function', () => {
  const text = inlineCalls('SELECT value FROM sums.f_sold(1, now()) WHERE value > 0', functions)
  expect(text).toMatch(/rows_of\("day", "value"\)\) f_sold WHERE value > 0$/)
})

test('a function that reads no table stays a call, and so does a name that only looks like one', () => {
  const text = `SELECT sums.f_letter(value), 'sums.f_zone(1' AS x, other_sums.f_zone(1) FROM t`
  expect(inlineCalls(text, new Map([[letter.name, letter]]))).toBe(text)
  expect(inlineCalls('SELECT other_sums.f_zone(1)', functions)).toBe('SELECT other_sums.f_zone(1)')
})

test('brackets and commas in arguments belong to them', () => {
  const text = inlineCalls(`SELECT sums.f_zone(least((ARRAY[1, 2])[1], length('a,b)')))`, functions)
  expect(text).toContain(`s.id = (least((ARRAY[1, 2])[1], length('a,b)')))::bigint`)
})

test('a statement that makes, drops or grants a function stays as it is', () => {
  for (const text of [
    'CREATE OR REPLACE FUNCTION sums.f_sold(store bigint) RETURNS numeric',
    'DROP FUNCTION sums.f_sold(bigint)',
  ])
    expect(inlineCalls(text, functions)).toBe(text)
})
