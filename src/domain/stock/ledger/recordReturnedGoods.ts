import type { Queries, RowOf } from '../../../server/domain.ts'
import { shareRecipes } from '../tables/recipeLock.ts'
import { recordStockEntries, removeStockEntries, type StockEntry, type StockSource } from './recordStockEntries.ts'

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
  const { rows } = await q.query<Returned>(GOODS, [
    lojaId,
    soldAt,
    lines.map(({ produtoId }) => produtoId),
    lines.map(({ quantity }) => String(quantity)),
  ])
  const entries = rows.map(({ id, quantity, cost }): StockEntry => {
    return { lojaId, produtoId: Number(id), moment, quantity, cost, reason: 'devolucao', source }
  })
  await (entries.length > 0 ? recordStockEntries(q, entries) : removeStockEntries(q, lojaId, source))
}

/** A product with exact texts: how much of it comes back, at what one cost. */
interface Returned extends RowOf<'produtos', 'id'> {
  readonly quantity: string
  readonly cost: string | null
}

const GOODS = `SELECT p.id, round(sum(g.quantidade), 4)::text AS quantity, min(coalesce(c.custo, p.preco_cst_prod))::text AS cost
  FROM (SELECT coalesce(e."insumoId", u."produtoId") AS "produtoId", u.quantidade * coalesce(e.quantidade, 1) AS quantidade
    FROM unnest($3::bigint[], $4::numeric[]) u("produtoId", quantidade)
    LEFT JOIN estoque.expansoes e ON e."lojaId" = $1 AND e."produtoId" = u."produtoId" AND $2::timestamptz >= e.de AND $2::timestamptz < e.ate) g
  JOIN produtos p ON p."lojaId" = $1 AND p.id = g."produtoId"
  LEFT JOIN estoque.f_custos($1, $2::timestamptz) c ON c."produtoId" = g."produtoId"
  GROUP BY p.id ORDER BY p.id`
