import type { NumbersOf, Queries, RowOf } from '../../../server/domain.ts'

/** A product by its name. */
type NamedProduct = NumbersOf<'produtos', 'id'> & RowOf<'produtos', 'desc_prod'>

/** Finds those of the products that are made of others at a moment (ISO 8601), by name: they have no balance of their own. */
export async function findComposed(
  q: Queries,
  lojaId: number,
  moment: string,
  productIds: readonly number[],
): Promise<readonly NamedProduct[]> {
  const { rows } = await q.query<NamedProduct>(
    `SELECT p.id::float8, p.desc_prod FROM produtos p WHERE p."lojaId" = $1 AND p.id = ANY ($3::bigint[]) AND EXISTS (
       SELECT FROM estoque.expansoes e WHERE e."lojaId" = $1 AND e."produtoId" = p.id AND e.de <= $2::timestamptz AND e.ate > $2::timestamptz)
     ORDER BY p.desc_prod, p.id`,
    [lojaId, moment, productIds],
  )
  return rows
}
