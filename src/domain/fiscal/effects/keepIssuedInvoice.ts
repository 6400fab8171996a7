import { ApiError, type DataRow, type Effect, type UnitOfWork } from '../../../server/domain.ts'

/** Keeps a record as it is while its note is sent and not answered: the note may be authorised or voided. */
export const keepIssuedInvoice: Effect = {
  async before({ work, before }) {
    if (before) await refusePending(work, before)
    return undefined
  },
  remove: ({ work, before }) => refusePending(work, before),
}

async function refusePending({ q, caller }: UnitOfWork, { id }: DataRow): Promise<void> {
  const { rows } = await q.query(
    `SELECT 1 FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfceId" = $2 AND estado = 'PENDENTE' LIMIT 1`,
    [caller.storeId, id],
  )
  if (rows.length > 0) throw new ApiError(400, 'nfce.pending')
}
