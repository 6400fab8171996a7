import type { Domain } from '../../server/domain.ts'
import { documentFunctions } from './documents/documentFunctions.ts'
import { calculateInvoice } from './effects/calculateInvoice.ts'
import { keepInvoiceDraft } from './effects/keepInvoiceDraft.ts'
import { keepIssuedInvoice } from './effects/keepIssuedInvoice.ts'
import { switchFiscalEnvironment } from './effects/switchFiscalEnvironment.ts'
import { invoiceGround } from './operations/invoiceGround.ts'

/** Invoices and the tables of taxes. */
export const fiscal: Domain = {
  name: 'fiscal',
  needs: ['samples'],
  operations: [invoiceGround],
  effects: { switchFiscalEnvironment, keepIssuedInvoice, keepInvoiceDraft, calculateInvoice },
  tables: [documentFunctions],
}
