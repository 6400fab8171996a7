import type { ColumnOf, Queries } from '../../../server/domain.ts'
import { balancesSql } from '../tables/balanceSql.ts'

/** The balance of a product by the books, as an exact text. */
export interface StockBalance {
  readonly produtoId: number
  readonly balance: string
}

/**
 * Balances at any moment, past ones too, exactly. Products that are not counted at that moment are left out: those without an entry
 * up to then, and those that are made of others.
 */
export async function bookBalances(
  q: Queries,
  lojaId: number,
  productIds: readonly number[],
  moment: string,
): Promise<StockBalance[]> {
  const { rows } = await q.query<{ produtoId: ColumnOf<'produtos', 'id'>; saldo: string }>(
    `SELECT "produtoId"::text, saldo::text FROM (${balancesSql}) s ORDER BY "produtoId"`,
    [lojaId, moment, productIds],
    '',
  )
  return rows.map(({ produtoId, saldo }) => ({ produtoId: Number(produtoId), balance: saldo }))
}
