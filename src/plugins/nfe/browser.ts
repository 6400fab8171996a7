import type { BrowserPlugin } from '../../browser/plugin.ts'

/** The editor of NF-e: works a note out while it is typed. */
export const nfeEditor: BrowserPlugin = { name: 'nfe', calculator: () => import('./editor/invoiceCalculator.ts') }
