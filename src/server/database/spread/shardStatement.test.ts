import { describe, expect, test } from 'vitest'
import { namedStatement, shardStatement, type Whereabouts } from './shardStatement.ts'

const tables: Readonly<Record<string, Whereabouts>> = {
  'public.goods': 'by store',
  'public.Sale': 'by store',
  'sums.day': 'by store',
  'public.shops': 'everywhere',
  'public.sessions': 'first machine',
  'system.queue': 'first machine',
}

/** The statement as shard 7 takes it; undefined where the first machine is to be asked. */
const at7 = (text: string): string | undefined => {
  const found = shardStatement(text, table => tables[table])
  return found && namedStatement(found, table => `"${table.split('.')[1]}_7"`)
}

describe('a statement for one machine', () => {
  test.each([
    ['SELECT t.id FROM goods t WHERE t."lojaId" = $1', 'SELECT t.id FROM "goods_7" t WHERE t."lojaId" = $1'],
    ['select id from "goods" where "lojaId" = $1', 'select id from "goods_7" AS "goods" where "lojaId" = $1'],
    ['SELECT goods.id FROM public.goods', 'SELECT goods.id FROM "goods_7" AS "goods"'],
    [
      'SELECT 1 FROM goods AS g LEFT JOIN "Sale" s ON s.id = g.id, sums.day d',
      'SELECT 1 FROM "goods_7" AS g LEFT JOIN "Sale_7" s ON s.id = g.id, "day_7" d',
    ],
    ['SELECT 1 FROM shops', 'SELECT 1 FROM "shops_7" AS "shops"'],
    ['SELECT 1 FROM goods g JOIN shops s ON s.id = $1', 'SELECT 1 FROM "goods_7" g JOIN "shops_7" s ON s.id = $1'],
    [
      'SELECT (SELECT max(id) FROM "Sale") FROM goods ORDER BY id, goods LIMIT 3',
      'SELECT (SELECT max(id) FROM "Sale_7" AS "Sale") FROM "goods_7" AS "goods" ORDER BY id, goods LIMIT 3',
    ],
    [
      'SELECT * FROM (goods g CROSS JOIN LATERAL (SELECT 1 FROM "Sale" s) x)',
      'SELECT * FROM ("goods_7" g CROSS JOIN LATERAL (SELECT 1 FROM "Sale_7" s) x)',
    ],
    [
      'SELECT id FROM goods UNION ALL SELECT id FROM "Sale"',
      'SELECT id FROM "goods_7" AS "goods" UNION ALL SELECT id FROM "Sale_7" AS "Sale"',
    ],
    [
      'SELECT v FROM unnest($1::text[]) WITH ORDINALITY a(v, at), goods',
      'SELECT v FROM unnest($1::text[]) WITH ORDINALITY a(v, at), "goods_7" AS "goods"',
    ],
  ])('%s', (text, expected) => expect(at7(text)).toBe(expected))

  test('strings, comments and expressions hold no tables', () => {
    const text = `SELECT 'FROM goods', extract(hour FROM goods.at), "from goods" /* FROM goods */ -- JOIN goods
      FROM "Sale" s WHERE s.a IS DISTINCT FROM goods AND s.b = $q$ FROM goods $q$ AND trim(both ' ' FROM goods) <> E'\\' FROM goods'`
    expect(at7(text)).toBe(text.replace('"Sale" s', '"Sale_7" s'))
  })

  test('a name that WITH gives is the query behind which it stands, and the table before it', () => {
    expect(at7('WITH goods AS (SELECT id FROM goods), b AS (SELECT id FROM goods) SELECT id FROM goods, b, shops')).toBe(
      'WITH goods AS (SELECT id FROM "goods_7" AS "goods"), b AS (SELECT id FROM goods) SELECT id FROM goods, b, "shops_7" AS "shops"',
    )
    expect(at7('SELECT (WITH goods(id) AS MATERIALIZED (SELECT 1) SELECT id FROM goods) FROM goods')).toBe(
      'SELECT (WITH goods(id) AS MATERIALIZED (SELECT 1) SELECT id FROM goods) FROM "goods_7" AS "goods"',
    )
    expect(at7('WITH RECURSIVE goods AS (SELECT 1 UNION SELECT 1 FROM goods) SELECT 1 FROM goods, "Sale"')).toBe(
      'WITH RECURSIVE goods AS (SELECT 1 UNION SELECT 1 FROM goods) SELECT 1 FROM goods, "Sale_7" AS "Sale"',
    )
  })
})

test.each([
  ['writes', 'WITH gone AS (DELETE FROM goods RETURNING id) SELECT id FROM gone'],
  ['writes', 'INSERT INTO goods SELECT * FROM "Sale"'],
  ['locks', 'SELECT id FROM goods FOR UPDATE'],
  ['locks', 'SELECT id FROM goods FOR KEY SHARE'],
  ['locks', 'SELECT pg_advisory_xact_lock(1) FROM goods'],
  ['sets', `SELECT set_config('a', 'b', true) FROM goods`],
  ['sets', `SET LOCAL app.store = '1'`],
  ['numbers', `SELECT nextval('x') FROM goods`],
  ['reads what the first machine alone has', 'SELECT 1 FROM goods JOIN sessions ON true'],
  ['reads what the first machine alone has', 'SELECT 1 FROM goods, system.queue'],
  ['reads what nobody knows', 'SELECT 1 FROM goods, elsewhere'],
  ['reads the catalog', 'SELECT 1 FROM goods, pg_class'],
  ['reads no table', 'SELECT now()'],
])('what %s is the first machine’s: %s', (_, text) => expect(at7(text)).toBeUndefined())
