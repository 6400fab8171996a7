import type { Queries, RowOf } from '../../../../server/domain.ts'
import type { MenuProduct, Sign } from './menuProduct.ts'

const SCOPE = `WITH asked AS (SELECT unnest($2::bigint[]) AS id),
  around AS (SELECT id FROM asked UNION SELECT c."produtosId" FROM "produtos_comboItens" c WHERE c."lojaId" = $1 AND c."produtoIdItem" = ANY($2::bigint[]))
  SELECT id::float8 FROM around UNION SELECT c."produtoIdItem"::float8 FROM "produtos_comboItens" c WHERE c."lojaId" = $1 AND c."produtosId" IN (SELECT id FROM around)`

/** One text for all products and one for some: a plan that must do for both is made anew for each save, at more than its own cost. */
const menuSql = (
  some: string,
): string => `SELECT p.id::float8, left(coalesce(p.desc_prod, ''), 1000) AS nome, p."grupoId"::float8, left(g.nome, 100) AS grupo, coalesce(p.alcoolico, false) AS alcoolico,
    p."ncmId" AS ncm, left(n.descricao, 80) AS "ncmNome", array_remove(ARRAY[p.cod_prod::text, p.cod_aux], NULL) AS codigos, coalesce(p.stt_prod, false) AS vendido,
    (SELECT count(*) FROM ficha_tecnicas f JOIN "ficha_tecnicas_itens" i ON i."lojaId" = $1 AND i."ficha_tecnicasId" = f.id
      WHERE f."lojaId" = $1 AND f."produtoId" = p.id)::int AS ingredientes,
    CASE WHEN p.combo THEN coalesce((SELECT jsonb_agg(c."produtoIdItem" ORDER BY c.ordem, c.id) FROM "produtos_comboItens" c
      WHERE c."lojaId" = $1 AND c."produtosId" = p.id), '[]'::jsonb) END AS partes, t.tratamento, t.id IS NOT NULL AS proposto
  FROM produtos p LEFT JOIN grupos g ON g."lojaId" = $1 AND g.id = p."grupoId" LEFT JOIN ncms n ON n.id = p."ncmId"
  LEFT JOIN "Produto_tratamentos" t ON t."lojaId" = $1 AND t."produtoId" = p.id
  WHERE p."lojaId" = $1 AND p.materia_prima_prod IS NOT TRUE${some} ORDER BY p.id`

const WHOLE_MENU = menuSql('')
const PART_OF_MENU = menuSql(' AND p.id = ANY($2::bigint[])')

/** Reads what a store sells: all of it, or these products with the combos that hold them and all parts of those. */
export async function readMenu(
  q: Queries,
  lojaId: number,
  scope: readonly number[] | 'all',
): Promise<{ readonly asked: readonly number[] | null; readonly products: readonly MenuProduct[] }> {
  const asked = scope === 'all' ? null : (await q.query<{ id: number }>(SCOPE, [lojaId, scope])).rows.map(({ id }) => id)
  const { rows } = asked
    ? await q.query<MenuProduct & Record<string, unknown>>(PART_OF_MENU, [lojaId, asked])
    : await q.query<MenuProduct & Record<string, unknown>>(WHOLE_MENU, [lojaId])
  return { asked, products: rows }
}

interface SignRow extends RowOf<'sinais_cardapio', 'sinal' | 'tratamento'> {
  readonly valor: string
  readonly forca: 1 | 2 | 3
}

/** How many products are sold, how many of them have no treatment, and how many of these need a look. */
export interface MenuCounts extends Record<string, unknown> {
  readonly all: number
  readonly open: number
  readonly doubts: number
}

/** Products without a row are open, too: nobody has looked at them yet. */
const COUNTS = `SELECT count(*)::int AS "all", count(*) FILTER (WHERE t.tratamento IS NULL)::int AS open,
    count(*) FILTER (WHERE t.tratamento IS NULL AND coalesce(t.certeza, 'DUVIDA') = 'DUVIDA')::int AS doubts
  FROM produtos p LEFT JOIN "Produto_tratamentos" t ON t."lojaId" = $1 AND t."produtoId" = p.id
  WHERE p."lojaId" = $1 AND p.stt_prod AND p.materia_prima_prod IS NOT TRUE`

/** Counts what is left to be decided in a store. */
export async function countMenu(q: Queries, lojaId: number): Promise<MenuCounts> {
  const { rows } = await q.query<MenuCounts>(COUNTS, [lojaId])
  return rows[0] ?? { all: 0, open: 0, doubts: 0 }
}

/** Reads the signs that hold on a day. */
export async function readSigns(q: Queries, day: string): Promise<readonly Sign[]> {
  const { rows } = await q.query<SignRow>(
    `SELECT DISTINCT ON (sinal, coalesce(valor, '')) sinal, coalesce(valor, '') AS valor, tratamento, forca::int FROM sinais_cardapio
     WHERE vigencia_inicio <= $1::date AND coalesce(vigencia_fim, $1::date) >= $1::date ORDER BY sinal, coalesce(valor, ''), vigencia_inicio DESC`,
    [day],
  )
  return rows
}
