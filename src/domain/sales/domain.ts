import type { Domain } from '../../server/domain.ts'
import { storeDays } from './effects/storeDays.ts'
import { tabRange } from './effects/tabRange.ts'
import { saveSale, saveSales } from './operations/saveSales.ts'
import { salesRollups } from './tables/salesRollups.ts'

/** What was sold: its intake from points of sale, and the sums that reports read. */
export const sales: Domain = {
  name: 'sales',
  needs: ['samples'],
  operations: [saveSale, saveSales],
  effects: { storeDays, tabRange },
  tables: [salesRollups],
}
