import type { Domain } from '../../server/domain.ts'
import { goodsSums } from './tables/goodsSums.ts'
import { stockLedger } from './tables/stockLedger.ts'

/** What a store has: entries, counts, what sales take out, and the balances that follow at any moment. */
export const stock: Domain = {
  name: 'stock',
  tables: [stockLedger, goodsSums],
}
