import { reactOnceCommitted, withUnitOfWork } from '../../server/domain.ts'
import { invoiceDecided } from '../fiscal/public.ts'
import { lastEditor, readReturnNote } from './readReturnNote.ts'
import { bringBack, takeBack } from './settleReturn.ts'

/** Follows a note of return: once it is authorised, goods and money are as was chosen; once it is cancelled, both are taken back. */
export const followReturn = reactOnceCommitted(invoiceDecided, 'returns.follow', async ({ lojaId, nfeId }, context) => {
  const scope = { stores: [lojaId] }
  const editor = await context.database.read(scope, q => lastEditor(q, lojaId, nfeId))
  await withUnitOfWork(await context.writingIn(lojaId, editor), scope, async work => {
    const note = await readReturnNote(work.q, lojaId, nfeId)
    if (note?.situacao === 'AUTORIZADA') await bringBack(note, work)
    else if (note?.situacao === 'CANCELADA') await takeBack(note, work)
  })
})
