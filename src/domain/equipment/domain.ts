import type { Domain } from '../../server/domain.ts'
import { cancelTransaction } from './operations/cancelTransaction.ts'
import { publishToEquipment } from './operations/publishToEquipment.ts'
import { syncEquipment } from './operations/syncEquipment.ts'

/** Tills, totems and terminals of a store. */
export const equipment: Domain = {
  name: 'equipment',
  needs: ['samples'],
  operations: [syncEquipment, publishToEquipment, cancelTransaction],
}
