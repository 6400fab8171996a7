import type { ColumnOf, Queries } from '../../../server/domain.ts'
import type { KnownProduct } from '../../fiscal/public.ts'

/** A product of the store, with its price and the unit that it is kept in. */
export interface PricedProduct extends KnownProduct {
  readonly price: string
  readonly unit: string | null
}

/** All products of a store, by what a supplier's note may name them. */
export async function findKnownProducts(q: Queries, lojaId: number): Promise<PricedProduct[]> {
  const { rows } = await q.query<{
    id: ColumnOf<'produtos', 'id'>
    code: string | null
    other: ColumnOf<'produtos', 'cod_aux'>
    name: ColumnOf<'produtos', 'desc_prod'>
    price: string
    unit: ColumnOf<'unidades', 'nome'> | null
  }>(
    `SELECT p.id::text, p.cod_prod::text AS code, p.cod_aux AS other, p.desc_prod AS name, p.preco_vnd_prod::text AS price, u.nome AS unit
     FROM produtos p LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId" WHERE p."lojaId" = $1 ORDER BY p.id`,
    [lojaId],
  )
  return rows.map(({ id, code, other, name, price, unit }) => ({ id: Number(id), codes: [code, other], name, price, unit }))
}
