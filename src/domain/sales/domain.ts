import type { Domain } from '../../server/domain.ts'
import { createTabRange } from './effects/createTabRange.ts'
import { rebuildSumsByDay } from './effects/rebuildSumsByDay.ts'
import { cancelSale } from './operations/cancelSale.ts'
import { saveSale, saveSales } from './operations/saveSales.ts'
import { salesRollups } from './tables/salesRollups.ts'

/** What was sold: its intake from points of sale, and the sums that reports read. */
export const sales: Domain = {
  name: 'sales',
  needs: ['samples', 'stock'],
  operations: [saveSale, saveSales, cancelSale],
  effects: { rebuildSumsByDay, createTabRange },
  tables: [salesRollups],
}
