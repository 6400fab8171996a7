import { divide, multiply, roundHalfEven } from '../../../base/decimal.ts'
import { recordsIn } from '../../../base/record.ts'
import { type DataRow, requireStore, type UnitOfWork } from '../../../server/domain.ts'
import { recordStockEntries, removeStockEntries } from '../../stock/public.ts'
import { isDelivered } from './isDelivered.ts'

const REGISTER = 'pedidos'

/**
 * Goods of a concluded order: a purchase brings them in at what they cost, discount included, unless a note has delivered it and brought them; a sale takes
 * them out.
 */
export async function moveGoods(order: DataRow, work: UnitOfWork): Promise<void> {
  if (await isDelivered(order.id, work)) return
  const { q, caller } = work
  const lojaId = requireStore(caller)
  const source = { register: REGISTER, id: Number(order.id) }
  const moment = concludedAt(order)
  const bought = order.tipo === 'COMPRA'
  await recordStockEntries(
    q,
    recordsIn(order.itens).map(item => ({
      lojaId,
      produtoId: Number(item.produtoId),
      moment,
      quantity: bought ? Number(item.quantidade) : multiply(Number(item.quantidade), -1),
      cost: bought ? roundHalfEven(divide(Number(item.valor_item), Number(item.quantidade)), 4) : null,
      reason: bought ? ('compra' as const) : ('venda' as const),
      source,
    })),
  )
}

/** Takes back what a concluded order moved. */
export const takeGoodsBack = (order: DataRow, { q, caller }: UnitOfWork): Promise<void> =>
  removeStockEntries(q, requireStore(caller), { register: REGISTER, id: Number(order.id) })

/** When the order came to its present status, as its own list of changes tells. */
function concludedAt(order: DataRow): string {
  const moments = recordsIn(order.historico_status).map(({ createdAt }) => String(createdAt))
  return moments.toSorted().at(-1) ?? String(order.updatedAt)
}
