import type { Domain } from '../../server/domain.ts'
import { createVisitor } from './operations/createVisitor.ts'

/** Shops that sign up by themselves. */
export const signUp: Domain = {
  name: 'signUp',
  needs: ['people', 'stores'],
  operations: [createVisitor],
}
