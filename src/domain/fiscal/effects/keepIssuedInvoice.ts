import { ApiError, type DataRow, type Effect, hasRow, requireStore, type UnitOfWork } from '../../../server/domain.ts'

/** Keeps a record as it is while its note is sent and not answered: the note may be authorised or voided. */
export const keepIssuedInvoice: Effect = {
  async before({ work, before }) {
    if (before) await refusePending(work, before)
    return undefined
  },
  remove: ({ work, before }) => refusePending(work, before),
}

async function refusePending({ q, caller }: UnitOfWork, { id }: DataRow): Promise<void> {
  const sent = { lojaId: requireStore(caller), nfceId: Number(id), estado: 'PENDENTE' } as const
  if (await hasRow(q, 'NFe_transmissaos', sent)) throw new ApiError(400, 'nfce.pending')
}
