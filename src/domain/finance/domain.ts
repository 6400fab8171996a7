import type { Domain } from '../../server/domain.ts'

/** Bills, and the currencies in which a store is paid. */
export const finance: Domain = { name: 'finance', needs: ['samples'] }
