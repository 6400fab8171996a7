import type { Domain } from '../../server/domain.ts'
import { saveInstalments } from './effects/saveInstalments.ts'

/** Bills, and the currencies in which a store is paid. */
export const finance: Domain = { name: 'finance', needs: ['samples'], effects: { saveInstalments } }
