export { loadTaxTables } from './demo/loadTaxTables.ts'
export { readTaxClasses } from './rates/readTaxClasses.ts'
