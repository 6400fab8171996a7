import { ApiError, type Effect } from '../../../server/domain.ts'

/** What was sent and is not answered may be authorised: its record stays until that is known. */
export const keepIssuedInvoice: Effect = {
  async remove({ work, before }) {
    const { rows } = await work.q.query(
      `SELECT 1 FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfceId" = $2 AND estado = 'PENDENTE' LIMIT 1`,
      [before.lojaId ?? work.caller.storeId, before.id],
    )
    if (rows.length > 0) throw new ApiError(400, 'nfce.pending')
  },
}
