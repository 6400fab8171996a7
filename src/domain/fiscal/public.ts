export { loadTaxTables } from './demo/loadTaxTables.ts'
