import {
  ApiError,
  inputOfStore,
  inTransaction,
  objectOf,
  operation,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { lockOrder, takeOrderBack } from '../../orders/public.ts'
import { removeStockEntries } from '../../stock/public.ts'
import { passEntryPoint } from '../receiving/crashPoints.ts'
import { noteSource } from '../receiving/enterGoods.ts'
import { markEntry } from '../receiving/markEntry.ts'
import { orderOfNote } from '../receiving/readEntry.ts'
import { removeBills } from '../receiving/removeBills.ts'

/** Takes the entry of a note back: its stock and its unpaid bills; its order is to be delivered again. Costs and prices stay, as goods may have been sold by them. */
export const cancelEntry = operation({
  method: 'POST',
  path: 'nfes/cancelarEntrada',
  title: 'Cancelar a entrada de uma NF-e recebida',
  gate: 'estoque_ver',
  input: inputOfStore({ nfeId: { type: 'integer' } }),
  output: objectOf({ id: { type: 'integer' }, entrada: { type: 'boolean' } }),
  messages: ['not-found', 'received.not-entered', 'received.bills-paid'],
  async run({ model, caller, input: { nfeId }, writing }) {
    const lojaId = requireStore(caller)
    const { register } = tableOf(model, 'nfes')
    const cancelled = await inTransaction(writing, register, async work => {
      const pedidoId = await orderOfNote(work.q, lojaId, nfeId)
      const order = pedidoId === null ? undefined : await lockOrder(pedidoId, work)
      const { rows } = await work.q.query<RowOf<'nfes', 'entrada'>>(
        'SELECT entrada FROM nfes WHERE "lojaId" = $1 AND id = $2 FOR UPDATE',
        [lojaId, nfeId],
      )
      const [note] = rows
      if (!note) throw new ApiError(404, 'not-found')
      if (!note.entrada) throw new ApiError(409, 'received.not-entered')
      await removeBills(lojaId, nfeId, work)
      passEntryPoint('entry-cancel-bills')
      await removeStockEntries(work.q, lojaId, noteSource(nfeId))
      passEntryPoint('entry-cancel-stock')
      await markEntry(nfeId, { entrada: false, entrada_em: null }, work)
      if (order) await takeOrderBack(order, work)
      passEntryPoint('entry-cancel-marked')
      return { id: nfeId, entrada: false }
    })
    passEntryPoint('entry-cancel-stands')
    return cancelled
  },
})
