import { formatDate } from '../../../base/dates.ts'
import { formatMoney } from '../../../base/number.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { ApiError, inputOfStore, objectOf, operation, type RowOf, requireStore } from '../../../server/domain.ts'
import { openOrders } from '../../orders/public.ts'

/** Lists the purchase orders that a received note may deliver: those of its supplier. */
export const listNoteOrders = operation({
  method: 'GET',
  path: 'nfes/pedidos',
  title: 'Pedidos de compra que uma NF-e recebida pode entregar',
  gate: 'estoque_ver',
  input: inputOfStore({ nfeId: { type: 'integer' } }),
  output: objectOf({
    pedidoId: { type: ['integer', 'null'], description: 'O da nota, senão o único do mesmo valor' },
    pedidos: { type: 'array', items: objectOf({ id: { type: 'integer' }, texto: { type: 'string' } }) },
  }),
  messages: ['not-found'],
  async run({ model, caller, input: { nfeId }, database }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const { rows } = await q.query<RowOf<'nfes', 'CNPJ'> & { pedidoId: number | null; total: number }>(
        'SELECT "CNPJ", "pedidoId"::float8, "vNF"::float8 AS total FROM nfes WHERE "lojaId" = $1 AND id = $2',
        [lojaId, nfeId],
      )
      const [note] = rows
      if (!note) throw new ApiError(404, 'not-found')
      const orders = await openOrders(q, lojaId, note.CNPJ, caller.zone)
      const [alike, ...others] = orders.filter(({ total_pedido }) => total_pedido === note.total)
      const pedidos = orders.map(({ id, day, total_pedido }) => ({
        id,
        texto: formatMessage(model, 'received.order-choice', {
          id,
          day: formatDate(day),
          total: formatMoney(Number(total_pedido)),
        }),
      }))
      return { pedidoId: note.pedidoId ?? (others.length === 0 ? (alike?.id ?? null) : null), pedidos }
    })
  },
})
