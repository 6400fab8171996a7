import type { Domain } from '../../server/domain.ts'
import { finaliseInventory } from './operations/finaliseInventory.ts'

/** Counts of stock. */
export const inventories: Domain = { name: 'inventories', needs: ['stock'], operations: [finaliseInventory] }
