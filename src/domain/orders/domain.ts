import type { Domain } from '../../server/domain.ts'
import { keepOrder } from './effects/keepOrder.ts'
import { quoteOrder } from './effects/quoteOrder.ts'
import { settleOrder } from './effects/settleOrder.ts'
import { publicOrder } from './operations/publicOrder.ts'

/** Purchase and sale orders: the accounts and the stock entries that they become, what partners see of them, and what suppliers ask for them. */
export const orders: Domain = {
  name: 'orders',
  needs: ['samples', 'finance', 'stock'],
  effects: { keepOrder, quoteOrder, settleOrder },
  operations: [publicOrder],
}
