import type { Queries } from '../../../server/domain.ts'
import type { KnownProduct } from '../../fiscal/public.ts'

/** A product of the store, with its price. */
export interface PricedProduct extends KnownProduct {
  readonly price: string
}

/** All products of a store, by what a supplier's note may name them. */
export async function findKnownProducts(q: Queries, lojaId: number): Promise<PricedProduct[]> {
  const { rows } = await q.query<{ id: string; code: string | null; other: string | null; name: string; price: string }>(
    `SELECT id::text, cod_prod::text AS code, cod_aux AS other, desc_prod AS name, preco_vnd_prod::text AS price FROM produtos
     WHERE "lojaId" = $1 ORDER BY id`,
    [lojaId],
  )
  return rows.map(({ id, code, other, name, price }) => ({ id: Number(id), codes: [code, other], name, price }))
}
