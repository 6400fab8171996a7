import { port, type Queries, type Service } from '../../server/domain.ts'

/** Consumer invoices of a demo that are asked for: those of some days, both included, or one. */
export type DemoWish = { readonly de: string; readonly ate: string } | { readonly id: number }

/** Gives the demo's invoices their documents: whoever signs and sends invoices can. */
export interface DemoInvoices {
  /** With the demo: the newest consumer invoices, and all outgoing and received ones. */
  document(q: Queries, lojaId: number): Promise<void>
  /** The other consumer invoices, when they are first asked for. */
  complete(service: Pick<Service, 'database'>, lojaId: number, wish: DemoWish): Promise<void>
}

export const demoInvoices = port<DemoInvoices>('demoInvoices')

/** Completes the XML of a demo store before it is read; does nothing for other stores. */
export const completeDemo = async (service: Service, lojaId: number, wish: DemoWish): Promise<void> =>
  demoInvoices.of(service)?.complete(service, lojaId, wish)
