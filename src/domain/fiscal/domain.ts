import type { Domain } from '../../server/domain.ts'
import { documentFunctions } from './documents/documentFunctions.ts'
import { calculateInvoice } from './effects/calculateInvoice.ts'
import { keepInvoiceDraft } from './effects/keepInvoiceDraft.ts'
import { keepIssuedInvoice } from './effects/keepIssuedInvoice.ts'
import { keepStatementEntry } from './effects/keepStatementEntry.ts'
import { proposalBatches, proposeForGroup, proposeForProduct, proposeForRecipe } from './effects/proposeTreatments.ts'
import { switchFiscalEnvironment } from './effects/switchFiscalEnvironment.ts'
import { proposeMenus } from './jobs/proposeMenus.ts'
import { warnOfRates } from './jobs/warnOfRates.ts'
import { acceptTreatments } from './operations/acceptTreatments.ts'
import { invoiceContext } from './operations/invoiceContext.ts'
import { invoiceSale } from './operations/invoiceSale.ts'
import { invoiceSource } from './operations/invoiceSource.ts'
import { menuSummary, proposeMenu } from './operations/menuTreatments.ts'
import { returnGoods } from './operations/returnGoods.ts'
import { reformFunctions } from './reform/reformFunctions.ts'

/** Invoices and the tables of taxes. */
export const fiscal: Domain = {
  name: 'fiscal',
  needs: ['samples', 'sales'],
  operations: [invoiceContext, invoiceSource, invoiceSale, returnGoods, acceptTreatments, menuSummary, proposeMenu],
  jobs: [warnOfRates, proposeMenus],
  workers: [proposalBatches.start],
  effects: {
    switchFiscalEnvironment,
    keepIssuedInvoice,
    keepInvoiceDraft,
    calculateInvoice,
    keepStatementEntry,
    proposeForProduct,
    proposeForRecipe,
    proposeForGroup,
  },
  tables: [documentFunctions, reformFunctions],
}
