import type { Domain } from '../../server/domain.ts'
import { keepOrder } from './effects/keepOrder.ts'
import { settleOrder } from './effects/settleOrder.ts'
import { publicOrder } from './operations/publicOrder.ts'

/** Purchase and sale orders: the accounts and the stock entries that they become, and what partners see of them. */
export const orders: Domain = {
  name: 'orders',
  needs: ['samples', 'finance', 'stock'],
  effects: { keepOrder, settleOrder },
  operations: [publicOrder],
}
