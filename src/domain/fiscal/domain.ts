import type { Domain } from '../../server/domain.ts'
import { calculateInvoice } from './effects/calculateInvoice.ts'
import { keepInvoiceDraft } from './effects/keepInvoiceDraft.ts'
import { keepIssuedInvoice } from './effects/keepIssuedInvoice.ts'
import { switchFiscalEnvironment } from './effects/switchFiscalEnvironment.ts'

/** Invoices and the tables of taxes. */
export const fiscal: Domain = {
  name: 'fiscal',
  needs: ['samples'],
  effects: { switchFiscalEnvironment, keepIssuedInvoice, keepInvoiceDraft, calculateInvoice },
}
