import { domainEvent } from '../../server/domain.ts'

/** The authority decided of an outgoing invoice, or of its cancellation: its record tells what. */
export const invoiceDecided = domainEvent<{ readonly lojaId: number; readonly nfeId: number }>('fiscal.invoice-decided')
