import type { ColumnOf, Queries } from '../../../server/domain.ts'

/** Names those of the products that are made of others at a moment (ISO 8601): they have no balance of their own. */
export async function findComposed(q: Queries, lojaId: number, moment: string, productIds: readonly number[]): Promise<string[]> {
  const { rows } = await q.query<{ nome: ColumnOf<'produtos', 'desc_prod'> }>(
    `SELECT p.desc_prod AS nome FROM produtos p WHERE p."lojaId" = $1 AND p.id = ANY ($3::bigint[]) AND EXISTS (
       SELECT FROM estoque.expansoes e WHERE e."lojaId" = $1 AND e."produtoId" = p.id AND e.de <= $2::timestamptz AND e.ate > $2::timestamptz)
     ORDER BY p.desc_prod, p.id`,
    [lojaId, moment, productIds],
  )
  return rows.map(({ nome }) => nome)
}
