export { loadTaxTables } from './demo/loadTaxTables.ts'
export { readApproximateRates } from './rates/readApproximateRates.ts'
export { readTaxClasses } from './rates/readTaxClasses.ts'
export { type StoredNote, storedNotes } from './storedNotes.ts'
