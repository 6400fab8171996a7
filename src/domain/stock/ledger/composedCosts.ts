import type { ColumnOf, Queries } from '../../../server/domain.ts'
import { inForce } from '../tables/expansionSql.ts'

/** Returns the present cost of what products are made of, as exact texts of 4 places. Those that are made of nothing are left out. */
export async function composedCosts(
  q: Queries,
  lojaId: number,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await q.query<{ produtoId: ColumnOf<'produtos', 'id'>; custo: string }>(COSTS, [lojaId, productIds])
  return new Map(rows.map(({ produtoId, custo }) => [Number(produtoId), custo]))
}

/** An item without a cost of its own, too, costs what it is made of. */
const COSTS = `SELECT u.id::text AS "produtoId", round(sum(i.quantidade * coalesce(nullif(p.preco_cst_prod, 0), d.custo, 0)), 4)::text AS custo
  FROM unnest($2::bigint[]) u(id) CROSS JOIN LATERAL ${inForce('$1', 'u.id', 'now()', '')} v
  CROSS JOIN LATERAL jsonb_to_recordset(v.itens) i("produtoId" bigint, quantidade numeric)
  JOIN produtos p ON p."lojaId" = $1 AND p.id = i."produtoId"
  LEFT JOIN LATERAL (SELECT sum(e.quantidade * g.preco_cst_prod) AS custo
    FROM estoque.expansoes e JOIN produtos g ON g."lojaId" = $1 AND g.id = e."insumoId"
    WHERE e."lojaId" = $1 AND e."produtoId" = p.id AND e.de <= now() AND e.ate > now()) d ON p.preco_cst_prod IS NULL OR p.preco_cst_prod = 0
  GROUP BY u.id`
