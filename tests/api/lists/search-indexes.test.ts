import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../fixedSeed.ts'
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

/**
 * How PostgreSQL finds rows as a request does: under row level security, planned for the values. Of rows on several machines it is the plan of
 * the one that has the store.
 */
const planOf = (from: string): Promise<string> =>
  shop.database.write({ stores: [1] }, async q => {
    const { rows } = await q.query(`EXPLAIN SELECT id FROM ${from}`)
    return rows.map(row => Object.values(row).join('')).join('\n')
  })
const planOfProducts = (condition: string): Promise<string> => planOf(`produtos WHERE "lojaId" = 1 AND ${condition}`)

test('a search of words uses the index of words, whatever store it is in', async () => {
  expect(await planOfProducts(`"${searchColumn}" @@ f_nas_lojas('{1}', f_procura('agua 300'))`)).toMatch(/Index Cond: .*@@/)
})

test('a search finds every word by its beginning or its stem, words that most texts have as well', async () => {
  const word = fc.constantFrom(
    'caf',
    'café',
    'Cafés',
    'cafezinho',
    'pão',
    'pães',
    'corre',
    'correr',
    'correndo',
    'para',
    'de',
    '100',
    'A1',
    'zero',
  )
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map(each => each.join(' '))
  const texts = fc.sample(fc.tuple(words, words), 300)
  const { rows } = await shop.database.write({ stores: [1] }, q =>
    q.query<{ text: string; sought: string; found: boolean; wanted: boolean }>(
      `SELECT text, sought, f_busca(text) @@ f_procura(sought) AS found, (SELECT bool_and(f_busca(text) @@
         (to_tsquery('simple', word || ':*') || plainto_tsquery('portuguese', word))) FROM unnest(string_to_array(f_palavras(sought), ' ')) word) AS wanted
       FROM unnest($1::text[], $2::text[]) AS t(text, sought)`,
      [texts.map(([text]) => text), texts.map(([, sought]) => sought)],
    ),
  )
  expect(rows.filter(row => row.found !== row.wanted)).toEqual([])
  expect(new Set(rows.map(({ found }) => found))).toEqual(new Set([true, false]))
})

test('a word that is its own stem is looked for once', async () => {
  expect(await planOfProducts(`"${searchColumn}" @@ f_nas_lojas('{1}', f_procura('caf'))`)).toMatch(/'1~caf'':\*'::tsquery/)
  expect(await planOfProducts(`"${searchColumn}" @@ f_nas_lojas('{1}', f_procura('cafes'))`)).toMatch(
    /'1~cafes'':\* \| ''1~caf''/,
  )
})

test('the beginning of a label uses the index of labels', async () => {
  expect(await planOfProducts(`${unaccentedSql('"desc_prod"')} LIKE ${unaccentedSql(`'Água%'`)}`)).toMatch(/Index Cond: .*~>=~/)
})

test('a search reads the words of its own store alone', async () => {
  expect(await planOfProducts(`"${searchColumn}" @@ f_nas_lojas('{1}', f_procura('agua'))`)).toMatch(/Index Cond: .*1~agua/)
})

test.each([
  ['the beginning of a word', 'grana', ['Granada azul', 'Granada verde', 'Granadilha']],
  ['a word that is there and one that is not', 'granada -azul', ['Granada verde']],
  ['words that are not there, alone', '-suco -agua -azul', ['Granada verde', 'Granadilha']],
  ['a phrase', '"granada azul"', ['Granada azul']],
])('the administrator searches all stores at once for %s', async (_, q, wanted) => {
  await shop.database.asOwner(async own => {
    await own.query(`SET LOCAL app.store = '*'`)
    await own.query(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod) VALUES (1, 90001, 'Granada azul'), (2, 90001, 'Granada verde'),
      (2, 90002, 'Granadilha') ON CONFLICT DO NOTHING`)
  })
  const admin = shop.as({ userId: 1, stores: [1, 2], admin: true })
  const filter = encodeURIComponent(JSON.stringify({ fields: ['desc_prod'], order: 'desc_prod ASC', limit: 10 }))
  const { body, count } = await admin('GET', `/api/produtos?filter=${filter}&q=${encodeURIComponent(q)}`)
  expect((body as { desc_prod: string }[]).map(row => row.desc_prod)).toEqual(wanted)
  expect(count).toBe(wanted.length)
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

test.each([
  ['where they stand among the first rows', 'suc', 2997],
  ['where they all stand behind thousands of others', 'zim', 2100],
])('a search that finds very many shows the same pages once their number is known: %s', async (_, word, count) => {
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    await q.query(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod)
      SELECT 1, n, CASE WHEN n > 13000 THEN 'Zimbro ' ELSE 'Tapioca ' END || n FROM generate_series(10001, 15100) n ON CONFLICT DO NOTHING`)
  })
  const dono = shop.as({ userId: 2, stores: [1], owner: true })
  const pages = async (order: string[]) => {
    const filter = (more: object): string => encodeURIComponent(JSON.stringify({ order, fields: ['id', 'desc_prod'], ...more }))
    const all = await dono('GET', `/api/produtos?filter=${filter({ limit: 5000 })}&q=${word}`)
    const rows = all.body as object[]
    expect(rows).toHaveLength(count)
    for (const skip of [0, 30, 180, count - 5]) {
      const { body, count: told } = await dono('GET', `/api/produtos?filter=${filter({ limit: 10, skip })}&q=${word}`)
      expect({ rows: body, count: told }).toEqual({ rows: rows.slice(skip, skip + 10), count })
    }
  }
  for (const order of [['id ASC'], ['id DESC'], ['desc_prod ASC'], ['desc_prod DESC']]) await pages(order)
})

test('a number uses the indexes of numbers, however many rows the store has', async () => {
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    await q.query(`INSERT INTO "NFCes" ("lojaId", serie, "nNF", "chNFe")
      SELECT 1, 1, n, '3526' || lpad(n::text, 40, '0') FROM generate_series(1, 20000) n`)
    await q.query('ANALYZE "NFCes"')
  })
  const plan = await planOf(`"NFCes" WHERE "lojaId" = 1 AND ("nNF" = 77 OR "chNFe" = '77') ORDER BY id DESC LIMIT 4`)
  expect(plan).toMatch(/BitmapOr/)
  expect(plan).not.toMatch(/Seq Scan/)
})

test.each([
  ['words that say nothing', '"para" com', 0],
  ['a word that is longer than PostgreSQL takes', '7'.repeat(2040), 0],
  ['a word that is longer than anybody types', '7'.repeat(3000), 0],
  ['the beginning of a word of two thousand letters', 'a'.repeat(240), 1],
])('a search for %s is no error', async (_, q, found) => {
  const dono = shop.as({ userId: 2, stores: [1], owner: true })
  await shop.database.asOwner(async own => {
    await own.query(`SET LOCAL app.store = '*'`)
    await own.query(
      `INSERT INTO produtos ("lojaId", cod_prod, desc_prod) VALUES (1, 95001, repeat('a', 2042) || ' comprido') ON CONFLICT DO NOTHING`,
    )
  })
  const { status, count } = await dono('GET', `/api/produtos?q=${encodeURIComponent(q)}&lojaId=1`)
  expect([status, count]).toEqual([200, found])
})
