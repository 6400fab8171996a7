import type { Domain } from '../../server/domain.ts'
import { followReturn } from './followReturn.ts'

/** What a note of return brings about: goods come back to stock, and money to the customer. */
export const returns: Domain = { name: 'returns', needs: ['fiscal', 'stock'], reactions: [followReturn] }
