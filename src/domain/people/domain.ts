import type { Domain } from '../../server/domain.ts'
import { newUser } from './effects/newUser.ts'
import { storeUser } from './effects/storeUser.ts'
import { inviteUser } from './operations/inviteUser.ts'

/** Who works where, and who is let in. */
export const people: Domain = {
  name: 'people',
  needs: ['samples'],
  operations: [inviteUser],
  effects: { newUser, storeUser },
}
