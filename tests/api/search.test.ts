import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldedSql, searchColumn } from '../../src/server/tables/search.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
  await shop.database.own(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    await q.query(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod)
      SELECT 1, n, CASE WHEN n % 1000 = 0 THEN 'Água ' ELSE 'Suco ' END || n FROM generate_series(1, 3000) n`)
    await q.query('ANALYZE produtos')
  })
})

afterAll(() => shop.close())

/** How PostgreSQL finds rows as a request does: under row level security, planned for the values. */
const planOf = (condition: string): Promise<string> =>
  shop.database.write({ stores: [1] }, async q => {
    const { rows } = await q.query(`EXPLAIN SELECT id FROM produtos WHERE "lojaId" = 1 AND ${condition}`)
    return rows.map(row => Object.values(row).join('')).join('\n')
  })

test('a search of words uses the index of words, whatever store it is in', async () => {
  expect(await planOf(`"${searchColumn}" @@ f_procura('agua 300')`)).toMatch(/Index Cond: .*@@/)
})

test('the beginning of a label uses the index of labels', async () => {
  expect(await planOf(`${foldedSql('"desc_prod"')} LIKE ${foldedSql(`'Água%'`)}`)).toMatch(/Index Cond: .*~>=~/)
})
