import type { OpenPlugin } from '../../server/plugin.ts'
import { invoicePaperCalls, openInvoicePaper } from './operations/invoicePapers.ts'
import { mailInvoice, mailRecipients } from './operations/mailInvoice.ts'
import { printDanfce } from './operations/printDanfce.ts'
import { printReceivedNote } from './operations/printReceivedNote.ts'
import { printShelfLabels } from './operations/printShelfLabels.ts'

/** Papers of fiscal documents. */
export const openNfe: OpenPlugin = async context => ({
  name: 'nfe',
  operations: [
    printDanfce,
    printReceivedNote,
    printShelfLabels,
    mailInvoice,
    mailRecipients,
    ...invoicePaperCalls(context),
    openInvoicePaper(context),
  ],
})
