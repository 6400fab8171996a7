import type { ColumnOf, NumbersOf, Queries } from '../../../server/domain.ts'

/** A purchase order that a supplier's note may deliver. */
export interface OpenOrder extends NumbersOf<'pedidos', 'id' | 'total_pedido'> {
  /** Of the store, ISO 8601. */
  readonly day: string
  readonly status: ColumnOf<'pedidos', 'status'>
}

/**
 * Returns purchase orders of a supplier (CPF or CNPJ) that were sent and not rejected, and that no entered note delivers, or not in full; the newest first,
 * 50 at most. `zone` is the store's.
 */
export async function openOrders(q: Queries, lojaId: number, supplier: string | null, zone: string): Promise<OpenOrder[]> {
  if (supplier === null) return []
  const { rows } = await q.query<OpenOrder & Record<string, unknown>>(
    `SELECT o.id::float8, coalesce(o.total_pedido, 0)::float8 AS total_pedido, (o."createdAt" AT TIME ZONE $3)::date::text AS day, o.status
     FROM pedidos o JOIN parceiros p ON p."lojaId" = $1 AND p.id = o."parceiroId"
     WHERE o."lojaId" = $1 AND p.cnpj = $2 AND o.tipo = 'COMPRA' AND o.status NOT IN ('DIGITACAO', 'REJEITADO')
       AND NOT (o.status = 'CONCLUIDO' AND EXISTS (SELECT FROM nfes n WHERE n."lojaId" = $1 AND n."pedidoId" = o.id AND n.entrada))
     ORDER BY o.id DESC LIMIT 50`,
    [lojaId, supplier, zone],
  )
  return rows
}
