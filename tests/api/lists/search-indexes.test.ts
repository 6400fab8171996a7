import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchColumn, unaccentedSql } from '../../../src/server/tables/searchColumn.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    await q.query(
      `INSERT INTO grupos ("lojaId", id, nome) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'Zero'), (1, 2, 'Água'), (1, 3, 'Meio')`,
    )
    await q.query(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "grupoId")
      SELECT 1, n, CASE WHEN n % 1000 = 0 THEN 'Água ' ELSE 'Suco ' END || n, nullif(n % 4, 0) FROM generate_series(1, 3000) n`)
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
  expect(await planOf(`${unaccentedSql('"desc_prod"')} LIKE ${unaccentedSql(`'Água%'`)}`)).toMatch(/Index Cond: .*~>=~/)
})

test.each([
  ['of the record', ['preco_vnd_prod DESC', 'cod_prod DESC']],
  ['of what it refers to', ['grupo.nome DESC', 'desc_prod ASC']],
])('a search shows each row once, in the order that is asked for: %s', async (_, order) => {
  const dono = shop.as({ userId: 2, stores: [1], owner: true })
  const page = async (more: object, q = '') => {
    const filter = encodeURIComponent(JSON.stringify({ order, fields: ['id', 'desc_prod', 'grupoId'], ...more }))
    const { status, body, count } = await dono('GET', `/api/produtos?filter=${filter}${q}`)
    expect(status).toBe(200)
    return { rows: body as { id: number }[], count }
  }
  const wanted = (await page({ where: { desc_prod: { like: 'Suco%' } }, limit: 5000 })).rows
  expect(wanted).toHaveLength(2997)
  for (const skip of [0, 10, 1490, 2990]) {
    const found = await page({ limit: 10, skip }, '&q=suc')
    expect(found).toEqual({ rows: wanted.slice(skip, skip + 10), count: 2997 })
  }
  expect(await page({ limit: 10, skip: 3000 }, '&q=suc')).toEqual({ rows: [], count: 2997 })
})

test('a number uses the indexes of numbers, however many rows the store has', async () => {
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    await q.query(`INSERT INTO "NFCes" ("lojaId", serie, "nNF", "chNFe")
      SELECT 1, 1, n, '3526' || lpad(n::text, 40, '0') FROM generate_series(1, 20000) n`)
    await q.query('ANALYZE "NFCes"')
  })
  const plan = await shop.database.write({ stores: [1] }, async q => {
    const { rows } = await q.query(
      `EXPLAIN SELECT id FROM "NFCes" WHERE "lojaId" = 1 AND ("nNF" = 77 OR "chNFe" = '77') ORDER BY id DESC LIMIT 4`,
    )
    return rows.map(row => Object.values(row).join('')).join('\n')
  })
  expect(plan).toMatch(/BitmapOr/)
  expect(plan).not.toMatch(/Seq Scan/)
})
