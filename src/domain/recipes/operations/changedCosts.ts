import { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../base/decimal.ts'
import type { Queries, RowOf } from '../../../server/domain.ts'
import { type RecipeLine, recipeCosts } from './recipeCosts.ts'

export interface ChangedCost {
  readonly id: number
  readonly cod_prod: string | null
  readonly desc_prod: string
  readonly preco_cst_prod: number
  readonly preco_vnd_prod: number
  /** The cost of its recipe by the present costs of the ingredients, of those with a recipe by theirs. */
  readonly custo: number
}

interface Row extends RowOf<'produtos', 'id' | 'desc_prod'> {
  readonly cod_prod: string | null
  readonly preco_cst_prod: string
  readonly preco_vnd_prod: string
}

/** Products of a store that have a recipe whose cost is another than theirs; of `among` all that have a recipe. */
export async function changedCosts(q: Queries, store: number, among?: readonly number[]): Promise<ChangedCost[]> {
  // A sheet's lines may be many levels deep below those that are asked for: all of the store's are read.
  const [made, used] = await Promise.all([
    q.query<Row & Record<string, unknown>>(
      `SELECT p.id::text, p.cod_prod::text, p.desc_prod, coalesce(p.preco_cst_prod, 0)::text AS preco_cst_prod, coalesce(p.preco_vnd_prod, 0)::text AS preco_vnd_prod
       FROM ficha_tecnicas f JOIN produtos p ON p."lojaId" = f."lojaId" AND p.id = f."produtoId"
       WHERE f."lojaId" = $1 AND ($2::bigint[] IS NULL OR p.id = ANY ($2::bigint[])) ORDER BY p.desc_prod, p.id`,
      [store, among ? [...among] : null],
    ),
    q.query<RecipeLine & Record<string, unknown>>(
      `SELECT f."produtoId"::float8 AS product, i."produtoId"::float8 AS ingredient, coalesce(g.preco_cst_prod, 0)::text AS cost,
         coalesce(i.quantidade_emb, i.quantidade, 0)::text AS quantity, coalesce(i.tam_emb_prod, 0)::text AS size
       FROM ficha_tecnicas f JOIN ficha_tecnicas_itens i ON i."lojaId" = f."lojaId" AND i."ficha_tecnicasId" = f.id
       JOIN produtos g ON g."lojaId" = i."lojaId" AND g.id = i."produtoId" WHERE f."lojaId" = $1`,
      [store],
    ),
  ])
  const costs = recipeCosts(used.rows)
  return made.rows.flatMap(({ id, cod_prod, desc_prod, preco_cst_prod, preco_vnd_prod }) => {
    const custo = costs.get(Number(id))
    const own = new ExactDecimal(preco_cst_prod).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN)
    if (custo === undefined || (!among && own.eq(custo))) return []
    const prices = { preco_cst_prod: Number(preco_cst_prod), preco_vnd_prod: Number(preco_vnd_prod) }
    return [{ id: Number(id), cod_prod, desc_prod: desc_prod ?? '', ...prices, custo: custo.toNumber() }]
  })
}
