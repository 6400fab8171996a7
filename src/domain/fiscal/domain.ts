import type { Domain } from '../../server/domain.ts'
import { nfceState } from './effects/nfceState.ts'

/** Invoices and the tables of taxes. */
export const fiscal: Domain = { name: 'fiscal', needs: ['samples'], effects: { nfceState } }
