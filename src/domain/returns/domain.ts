import type { Domain } from '../../server/domain.ts'
import { followReturn } from './followReturn.ts'

/** Returns of sales: by their note goods come back to stock, and money to the customer. */
export const returns: Domain = { name: 'returns', needs: ['fiscal', 'stock'], reactions: [followReturn] }
