export { loadDemoStock } from './demo/loadDemoStock.ts'
export { bookBalances, type StockBalance } from './ledger/bookBalances.ts'
export { changeGoods } from './ledger/changeGoods.ts'
export { type Composition, recordComposition } from './ledger/recordComposition.ts'
export { type ReturnedGoods, recordReturnedGoods } from './ledger/recordReturnedGoods.ts'
export { type CountedProduct, type CountLine, recordStockCount, type StockCount } from './ledger/recordStockCount.ts'
export {
  recordStockEntries,
  removeStockEntries,
  type StockEntry,
  type StockReason,
  type StockSource,
} from './ledger/recordStockEntries.ts'
export { storeGuards } from './tables/storeGuards.ts'
