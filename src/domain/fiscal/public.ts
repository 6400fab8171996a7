export { draftText, numberIn } from './core/draft/draftValues.ts'
export {
  entryOperationOf,
  isEntryOperation,
  type OperationRow,
  type Operations,
  operationsOn,
} from './core/operations/operationTable.ts'
export { averageCost, enteredQuantity, paysTotal, priceOfMargin, productCost, unitCost } from './core/received/entryAmounts.ts'
export { type KnownProduct, matchProducts, type RememberedCode } from './core/received/matchProducts.ts'
export type { NoteDoubt } from './core/received/noteDoubt.ts'
export { unitName } from './core/received/packageWords.ts'
export { enteringUnit, type PackedItem, proposeFactor } from './core/received/proposeFactor.ts'
export type { ReceivedNote } from './core/received/readReceivedNote.ts'
export { type DemoRegime, loadMenuTreatments } from './demo/loadMenuTreatments.ts'
export { loadTaxTables } from './demo/loadTaxTables.ts'
export { completeDemo, type DemoInvoices, type DemoWish, demoInvoices } from './demoInvoices.ts'
export {
  daysOfMonth,
  documentName,
  type FiscalDocument,
  type MissingXml,
  missingXml,
  readDocuments,
  readEntered,
} from './documents/documentSet.ts'
export { drawNumericCode } from './drafts/drawNumericCode.ts'
export { readInvoiceContext } from './drafts/readInvoiceContext.ts'
export { type WorkedDraft, workOutDraft } from './drafts/workOutDraft.ts'
export { keptByMarketplace } from './fromSale/readSaleLaw.ts'
export { invoiceDecided } from './invoiceDecided.ts'
export { readApproximateRates } from './rates/readApproximateRates.ts'
export { readBenefits } from './rates/readBenefits.ts'
export { readOperationRows, readOperations } from './rates/readOperations.ts'
export { readFiscalLimit, readStoreLimit, readTaxLaw } from './rates/readTaxLaw.ts'
export { shippedLaw, shippedLawFor, shippedLawOf, shippedOperations } from './rates/shippedLaw.ts'
export { comboParts } from './regime/comboParts.ts'
export { readRegime, readRegimeLaw } from './regime/readRegime.ts'
export {
  type InvoiceReader,
  issuedInvoices,
  receivedDocuments,
  type StoredNote,
  type StoredText,
  storedNotes,
} from './storedNotes.ts'
export { wrapDocument } from './wrapDocument.ts'
