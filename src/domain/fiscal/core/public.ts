export { amount } from './calculation/amounts.ts'
export { type ApproximateRates, approximateTaxes } from './calculation/approximateTaxes.ts'
export { type CalculatedNote, calculateNote } from './calculation/calculateNote.ts'
export { enabledIcmsFields, profileSubstitutionRate, takesContribution, takesIpi } from './calculation/enabledFields.ts'
export type { ItemAmounts, NoteHeader, NoteItem } from './calculation/noteRecord.ts'
export type { TaxClassRow } from './calculation/taxClass.ts'
export {
  interstateRates,
  isInterstate,
  type LawPlace,
  type LawRows,
  type TaxLaw,
  type TaxLimitRow,
  type TaxRateRow,
  type TaxRuleRow,
  taxLawOn,
} from './calculation/taxLaw.ts'
export { composeConsumerNote } from './consumer/composeConsumerNote.ts'
export { gtinOf } from './consumer/gtin.ts'
export { priceOut } from './consumer/priceOut.ts'
export {
  type DeliveryPlace,
  type NoteNumber,
  type PaidSale,
  type SalePayment,
  SaleProblem,
  type SaleStore,
  type SoldValues,
} from './consumer/sale.ts'
export { type ComboPart, classLines, type TreatedLine } from './consumer/splitCombos.ts'
export { cutTexts } from './document/cutTexts.ts'
export {
  childrenOf,
  type DocumentElement,
  decimalAt,
  decimalOf,
  descendantsOf,
  elementAt,
  textAt,
} from './document/documentElement.ts'
export { overlongText } from './document/overlongText.ts'
export { readStoredXml } from './document/readStoredXml.ts'
export { textLengths } from './document/textLengths.ts'
export {
  calculateDraft,
  createDraftMemory,
  excessOf,
  itemRates,
  noteItemOf,
  type WorkedOutDraft,
} from './draft/calculateDraft.ts'
export {
  contextOf,
  draftDay,
  draftHeader,
  type InvoiceContext,
  issueDay,
  lawPlaceOf,
  operationOf,
  spreadTotals,
} from './draft/draftHeader.ts'
export { type DraftRecord, draftText, isBlank, numberIn, stays } from './draft/draftValues.ts'
export { betweenStates, factsFor, fillOf, type ProductFacts } from './draft/fillItem.ts'
export { returnDraft, saleDraft } from './fromSale/draftFromSource.ts'
export type { NoteSource, SourceLine, SourcePayment } from './fromSale/noteSource.ts'
export { type SaleLaw, type SoldGoods, toldLines, untoldLines } from './fromSale/saleLines.ts'
export { type StoredLines, storedLines } from './fromSale/storedLines.ts'
export { composeInvoice } from './invoice/composeInvoice.ts'
export type {
  InvoiceDraft,
  InvoiceLine,
  InvoiceParty,
  InvoicePayment,
  InvoiceProblem,
} from './invoice/invoiceDraft.ts'
export { calculationWhys, invoiceProblems } from './invoice/invoiceProblems.ts'
export { composeAccessKey, isAccessKey, isNumericCode, splitAccessKey } from './keys/accessKey.ts'
export { lastDayOfKey } from './keys/lastDayOfKey.ts'
export { codeOfState, stateByCode, stateOfMunicipality } from './keys/states.ts'
export type { BenefitTable } from './operations/benefits.ts'
export {
  type OperationRow,
  type Operations,
  operationsOn,
} from './operations/operationTable.ts'
export { noteDemands } from './recalculation/demands.ts'
export { Findings, Place, type Recalculation } from './recalculation/findings.ts'
export { checkEventId, checkVoidingId, isIssuedByAuthority, noteKey } from './recalculation/identity.ts'
export { lawPlaceOfNote } from './recalculation/lawPlaceOfNote.ts'
export { checkQrCode } from './recalculation/qrCode.ts'
export { recalculateNote } from './recalculation/recalculateNote.ts'
export type { NoteDoubt } from './received/noteDoubt.ts'
export { type ReceivedNote, ReceivedNoteProblem, readReceivedNote } from './received/readReceivedNote.ts'
export { type ClassLaw, productClass, type TreatedProduct, type TreatmentClasses } from './regime/productClass.ts'
export type { TipLimits } from './regime/tips.ts'
export { fiscalLines, fiscalText } from './writing/fiscalText.ts'
export type { NoteDocument, NoteProduct, NoteVolume } from './writing/noteDocument.ts'
export { tellApproximateTaxes } from './writing/tellApproximateTaxes.ts'
export { goodsTotal } from './writing/totalsText.ts'
export {
  type Cancellation,
  type ManifestationType,
  writeCancellation,
  writeCorrection,
  writeManifestation,
  writeVoiding,
} from './writing/writeEvent.ts'
export { supplementNote, writeNote } from './writing/writeNote.ts'
