import type { Domain } from '../../server/domain.ts'
import { billState } from './effects/billState.ts'
import { currencyFees } from './effects/currencyFees.ts'

/** Bills, and the currencies in which a store is paid. */
export const finance: Domain = { name: 'finance', needs: ['samples'], effects: { billState, currencyFees } }
