import { port, type Queries } from '../../server/domain.ts'

/** Gives the demo's newest consumer invoices their documents: whoever signs and sends invoices can. */
export interface DemoInvoices {
  document(q: Queries, lojaId: number): Promise<void>
}

export const demoInvoices = port<DemoInvoices>('demoInvoices')
