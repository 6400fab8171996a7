import { ApiError, type RowOf, removeRecords, tableOf, type UnitOfWork } from '../../../server/domain.ts'

/** Removes the note's bills, held until the transaction ends: nobody pays one meanwhile. @throws ApiError where one is paid */
export async function removeBills(lojaId: number, nfeId: number, work: UnitOfWork): Promise<void> {
  const { rows } = await work.q.query<RowOf<'Conta', 'id' | 'pago'>>(
    'SELECT id, pago FROM "Conta" WHERE "lojaId" = $1 AND "nfeId" = $2 ORDER BY id FOR UPDATE',
    [lojaId, nfeId],
  )
  if (rows.some(({ pago }) => pago)) throw new ApiError(422, 'received.bills-paid')
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => Number(id))
  await removeRecords(ids, tableOf(work.model, 'Conta'), { ...work, byServer: true, isConsequence: true })
}
