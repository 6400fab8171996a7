import { type Effect, lockOwnFields, noteSecurityEvent, requireStore, tableOf } from '../../../server/domain.ts'
import { flagsOf } from '../roleFlags.ts'

/**
 * Somebody with a role has its permissions, whatever else the body says. The role is held until the save stands, so that a change of it at the same
 * moment reaches the person, too.
 */
export const takeRole: Effect = {
  async before({ work, before, body }) {
    const papelId = body.papelId === undefined ? before?.papelId : body.papelId
    if (papelId === null || papelId === undefined || papelId === '') return undefined
    const [role] = await lockOwnFields(tableOf(work.model, 'papeis'), [papelId], work, 'all')
    // A key that is none is told at its field by the check.
    if (role) Object.assign(body, flagsOf(work.model, role))
    return undefined
  },

  async after({ work, before, record }) {
    if (!before || (before.papelId ?? null) === (record.papelId ?? null) || !record.userId) return
    const { service, caller, afterCommit } = work
    const lojaId = requireStore(caller)
    afterCommit.push(() =>
      noteSecurityEvent(service, { kind: 'role-changed', userId: Number(record.userId), authorId: caller.userId, lojaId }),
    )
  },
}
