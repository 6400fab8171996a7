import { type RowOf, requireStore, type UnitOfWork } from '../../../server/domain.ts'

/** Tells whether an entered note delivers the order: goods and accounts are the note's then. */
export async function isDelivered(orderId: unknown, { q, caller }: UnitOfWork): Promise<boolean> {
  const { rows } = await q.query<RowOf<'nfes', 'id'>>(
    'SELECT id FROM nfes WHERE "lojaId" = $1 AND "pedidoId" = $2 AND entrada LIMIT 1',
    [requireStore(caller), orderId],
  )
  return rows.length > 0
}
