import type { Domain } from '../../server/domain.ts'

/** Invoices and the tables of taxes. */
export const fiscal: Domain = { name: 'fiscal', needs: ['samples'] }
