import type pg from 'pg'

/** Words whose combinations make names as a shop's are: several words, many that begin alike, sorted all over the alphabet. */
const things = [
  'Água',
  'Arroz',
  'Azeite',
  'Batata',
  'Biscoito',
  'Bolo',
  'Café',
  'Cerveja',
  'Chá',
  'Chocolate',
  'Doce',
  'Esfiha',
  'Farinha',
  'Feijão',
  'Fubá',
  'Geleia',
  'Iogurte',
  'Leite',
  'Macarrão',
  'Manteiga',
  'Molho',
  'Óleo',
  'Pão',
  'Pastel',
  'Picolé',
  'Pizza',
  'Queijo',
  'Refrigerante',
  'Sabão',
  'Salgado',
  'Suco',
  'Tempero',
  'Torta',
  'Vinagre',
  'Vinho',
  'Xarope',
]
const kinds = [
  'artesanal',
  'branco',
  'caseiro',
  'da serra',
  'dourado',
  'especial',
  'fino',
  'integral',
  'light',
  'orgânico',
  'premium',
  'tinto',
]

/** Fills each store to so many products, shaped like its own demo ones, and readies the tables for measuring. */
export async function fillProducts(client: pg.Client, stores: readonly { id: number; products: number }[]): Promise<void> {
  const large = stores.some(store => store.products > 100_000)
  await client.query(`SET app.store = '*'; SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`)
  const indexes = large ? await dropIndexes(client) : []
  for (const { id, products } of stores) await fill(client, id, products)
  for (const index of indexes) await client.query(index)
  await client.query('RESET session_replication_role')
  // Autovacuum would do it within minutes: statistics, and the map by which an index answers alone.
  await client.query('VACUUM ANALYZE produtos')
  await client.query('CHECKPOINT')
}

async function fill(client: pg.Client, store: number, products: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'produtos'
     AND is_generated = 'NEVER' AND column_name <> ALL ($1)`,
    [['id', 'cod_prod', 'cod_aux', 'desc_prod', 'preco_vnd_prod']],
  )
  const copied = rows.map(({ name }) => `"${name}"`)
  const word = (list: string, by: string): string => `(${list})[1 + (${by}) % array_length(${list}, 1)]`
  const [thing, kind] = [things, kinds].map(words => `ARRAY[${words.map(text => `'${text}'`).join(', ')}]`)
  await client.query(
    `WITH own AS (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS places FROM produtos WHERE "lojaId" = $1)
     INSERT INTO produtos ("cod_prod", "cod_aux", "desc_prod", "preco_vnd_prod", ${copied.join(', ')})
     SELECT 1000000 + n, 'B' || n,
       ${word(thing ?? '', 'n * 7919')} || ' ' || ${word(kind ?? '', 'n * 104729 / 36')} || ' marca' || (n * 48271 % 20011) || ' ' || (100 + n % 17 * 50) || ' g',
       (100 + n % 9900) / 100.0, ${copied.join(', ')}
     FROM generate_series(1::bigint, $2::bigint - (SELECT max(places) FROM own)) n JOIN own ON own.place = n % own.places`,
    [store, products],
  )
}

/** Indexes that only speed reading up are made once, after the rows. Gives what makes them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'produtos'::regclass AND NOT i.indisunique`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`)
  return rows.map(({ made }) => made)
}
