export { loadTaxTables } from './demo/loadTaxTables.ts'
export { readApproximateRates } from './rates/readApproximateRates.ts'
export { readTaxClasses } from './rates/readTaxClasses.ts'
