import type { Queries, RowOf } from '../../../server/domain.ts'

/** Counts the price tables of a store: one with several keeps the cost of a product with all of its decimals. */
export async function countPriceTables(q: Queries, lojaId: number): Promise<number> {
  const { rows } = await q.query<RowOf<'Loja_tabela_precos', 'id'>>('SELECT id FROM "Loja_tabela_precos" WHERE "lojaId" = $1', [
    lojaId,
  ])
  return rows.length
}
