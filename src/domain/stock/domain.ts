import type { Domain } from '../../server/domain.ts'
import { keepCost } from './effects/keepCost.ts'
import { rememberCombo } from './effects/rememberCombo.ts'
import { findStock } from './operations/findStock.ts'
import { listStock } from './operations/listStock.ts'
import { goodsSums } from './tables/goodsSums.ts'
import { stockLedger } from './tables/stockLedger.ts'

/** Stock: entries, counts, the goods that sales take out, and the balances that follow at any moment. */
export const stock: Domain = {
  name: 'stock',
  operations: [listStock, findStock],
  effects: { rememberCombo, keepCost },
  tables: [stockLedger, goodsSums],
}
