import type { Domain } from '../../server/domain.ts'
import { findOrInviteUser } from './effects/findOrInviteUser.ts'
import { mailNewUser } from './effects/mailNewUser.ts'
import { shutOut } from './effects/shutOut.ts'
import { inviteUser } from './operations/inviteUser.ts'
import { resendInvitation } from './operations/resendInvitation.ts'

/** People: who works where, and who is let in. */
export const people: Domain = {
  name: 'people',
  needs: ['samples'],
  operations: [inviteUser, resendInvitation],
  effects: { mailNewUser, findOrInviteUser, shutOut },
}
