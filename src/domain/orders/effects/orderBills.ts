import { ApiError, type ColumnOf, type RowOf, requireStore, type UnitOfWork } from '../../../server/domain.ts'

/** An account that an order has become. */
export interface OrderBill {
  readonly id: number
  readonly pago: ColumnOf<'Conta', 'pago'>
}

/** The accounts of an order, held until the transaction ends: nobody pays one while the order goes back. */
export async function billsOfOrder(orderId: unknown, { q, caller }: UnitOfWork): Promise<readonly OrderBill[]> {
  const { rows } = await q.query<RowOf<'Conta', 'id' | 'pago'>>(
    'SELECT id, pago FROM "Conta" WHERE "lojaId" = $1 AND "pedidoId" = $2 ORDER BY id FOR UPDATE',
    [requireStore(caller), orderId],
  )
  return rows.map(({ id, pago }) => ({ id: Number(id), pago }))
}

/** Refuses to take back paid bills with their order. */
export function refusePaidBills(bills: readonly OrderBill[]): void {
  if (bills.some(({ pago }) => pago)) throw new ApiError(422, 'order.bills-paid')
}
