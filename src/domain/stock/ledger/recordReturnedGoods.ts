import type { Queries } from '../../../server/domain.ts'
import { removeStockEntries, type StockSource } from './recordStockEntries.ts'
import { shareRecipes } from './shareRecipes.ts'

/** Goods of a sale that come back. */
export interface ReturnedGoods {
  readonly lojaId: number
  readonly source: StockSource
  /** ISO 8601: when they came back. */
  readonly moment: string
  /** ISO 8601: when they were sold. What is made of others then comes back as these, at what each cost then. */
  readonly soldAt: string
  readonly lines: readonly { readonly produtoId: number; readonly quantity: number }[]
}

/**
 * Writes goods that come back into the ledger, in the transaction at hand, as the sale took them out. What the source had written before is
 * replaced. It begins no stock: a product that nobody counted stays so.
 */
export async function recordReturnedGoods(q: Queries, { lojaId, source, moment, soldAt, lines }: ReturnedGoods): Promise<void> {
  await shareRecipes(q, lojaId)
  await removeStockEntries(q, lojaId, source)
  await q.query(INSERT, [
    lojaId,
    source.register,
    source.id,
    moment,
    soldAt,
    lines.map(({ produtoId }) => produtoId),
    lines.map(({ quantity }) => String(quantity)),
  ])
}

const INSERT = `INSERT INTO estoque.lancamentos ("lojaId", origem, "origemId", "produtoId", momento, quantidade, custo, motivo)
  SELECT $1::bigint, $2, $3::bigint, g."produtoId", $4::timestamptz, round(sum(g.quantidade), 4), min(coalesce(c.custo, p.preco_cst_prod)), 'devolucao'
  FROM (SELECT coalesce(e."insumoId", u."produtoId") AS "produtoId", u.quantidade * coalesce(e.quantidade, 1) AS quantidade
    FROM unnest($6::bigint[], $7::numeric[]) u("produtoId", quantidade)
    LEFT JOIN estoque.expansoes e ON e."lojaId" = $1 AND e."produtoId" = u."produtoId" AND $5::timestamptz >= e.de AND $5::timestamptz < e.ate) g
  JOIN produtos p ON p."lojaId" = $1 AND p.id = g."produtoId"
  LEFT JOIN estoque.f_custos($1, $5::timestamptz) c ON c."produtoId" = g."produtoId"
  GROUP BY g."produtoId"`
