import type { Domain } from '../../server/domain.ts'
import { findOrInviteUser } from './effects/findOrInviteUser.ts'
import { giveWithinOwnRights } from './effects/giveWithinOwnRights.ts'
import { keepAnAdministrator } from './effects/keepAnAdministrator.ts'
import { keepAnOwner } from './effects/keepAnOwner.ts'
import { mailNewUser } from './effects/mailNewUser.ts'
import { shutOut } from './effects/shutOut.ts'
import { spreadRole } from './effects/spreadRole.ts'
import { takeRole } from './effects/takeRole.ts'
import { watchApiKey } from './effects/watchApiKey.ts'
import { apiKeyOperations } from './operations/apiKeys.ts'
import { copyRoleToStores } from './operations/copyRoleToStores.ts'
import { inviteUser } from './operations/inviteUser.ts'
import { resendInvitation } from './operations/resendInvitation.ts'

/** People: who works where, and who is let in. */
export const people: Domain = {
  name: 'people',
  needs: ['samples'],
  operations: [inviteUser, resendInvitation, copyRoleToStores, ...apiKeyOperations],
  effects: {
    mailNewUser,
    findOrInviteUser,
    shutOut,
    keepAnAdministrator,
    keepAnOwner,
    takeRole,
    giveWithinOwnRights,
    spreadRole,
    watchApiKey,
  },
}
