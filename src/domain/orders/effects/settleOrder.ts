import type { Effect } from '../../../server/domain.ts'
import { billOrder, isBilled, takeBillsBack } from './orderBills.ts'
import { moveGoods, takeGoodsBack } from './orderGoods.ts'

const CONCLUDED = 'CONCLUIDO'

/**
 * Books an order: its payments are accounts from the moment that it leaves the typing until it goes back or is rejected, which is refused once one of
 * them is paid; its goods are moved while it is concluded.
 */
export const settleOrder: Effect = {
  async after({ before, record, work }) {
    if (isBilled(before?.status) && !isBilled(record.status)) await takeBillsBack(record, work)
    if (!isBilled(before?.status)) await billOrder(record, work)
    if (before?.status === CONCLUDED && record.status !== CONCLUDED) await takeGoodsBack(record, work)
    if (before?.status !== CONCLUDED && record.status === CONCLUDED) await moveGoods(record, work)
  },
  async remove({ before, work }) {
    await takeBillsBack(before, work)
    if (before.status === CONCLUDED) await takeGoodsBack(before, work)
  },
}
