import { type Queries, tableOf, type UnitOfWork } from '../../../server/domain.ts'

export interface ChangedCost {
  readonly id: number
  readonly cod_prod: string | null
  readonly desc_prod: string
  readonly preco_cst_prod: number
  readonly preco_vnd_prod: number
  /** The cost of its recipe by the present costs of the ingredients. */
  readonly custo: number
}

/** Rounded as sheets round: PostgreSQL's own takes halves away from nought. */
const halfEven = (x: string, places: number): string => {
  const shifted = `((${x}) * 1e${places})`
  return `(CASE WHEN abs(${shifted} % 1) = 0.5 THEN 2 * round(${shifted} / 2) ELSE round(${shifted}) END / 1e${places})`
}

/** The cost of an ingredient: exact before it is rounded. */
const cost = 'coalesce(coalesce(g.preco_cst_prod, 0) * coalesce(i.quantidade_emb, i.quantidade) / nullif(i.tam_emb_prod, 0), 0)'

/** Products of a store that have a recipe whose cost is another than theirs; of `among` all that have a recipe. */
export async function changedCosts(
  q: Queries,
  model: UnitOfWork['model'],
  store: number,
  among?: readonly number[],
): Promise<ChangedCost[]> {
  const { rows } = await q.query<Record<keyof ChangedCost, string | null>>(
    `SELECT p.id, p.cod_prod::text, p.desc_prod, coalesce(p.preco_cst_prod, 0)::text AS preco_cst_prod,
      coalesce(p.preco_vnd_prod, 0)::text AS preco_vnd_prod, c.custo::text
    FROM ${tableOf(model, 'ficha_tecnicas').sql} f
    JOIN ${tableOf(model, 'produtos').sql} p ON p."lojaId" = f."lojaId" AND p.id = f."produtoId"
    JOIN (SELECT i."ficha_tecnicasId" AS ficha, ${halfEven(`sum(${halfEven(cost, 4)})`, 2)} AS custo
      FROM ${tableOf(model, 'ficha_tecnicas.itens').sql} i
      JOIN ${tableOf(model, 'produtos').sql} g ON g."lojaId" = i."lojaId" AND g.id = i."produtoId"
      WHERE i."lojaId" = $1 GROUP BY i."ficha_tecnicasId") c ON c.ficha = f.id
    WHERE f."lojaId" = $1 AND CASE WHEN $2::bigint[] IS NULL THEN ${halfEven('coalesce(p.preco_cst_prod, 0)', 2)} <> c.custo
      ELSE p.id = ANY ($2::bigint[]) END
    ORDER BY p.desc_prod, p.id`,
    [store, among ? [...among] : null],
  )
  return rows.map(row => ({
    id: Number(row.id),
    cod_prod: row.cod_prod,
    desc_prod: row.desc_prod ?? '',
    preco_cst_prod: Number(row.preco_cst_prod),
    preco_vnd_prod: Number(row.preco_vnd_prod),
    custo: Number(row.custo),
  }))
}
