import type { Domain } from '../../server/domain.ts'
import { saveInstalments } from './effects/saveInstalments.ts'
import { chargeBill } from './operations/chargeBill.ts'

/** Bills, how they are charged by Pix, and the currencies in which a store is paid. */
export const finance: Domain = {
  name: 'finance',
  needs: ['samples'],
  effects: { saveInstalments },
  operations: [chargeBill],
}
