import { type Effect, ownerMembershipType, validationError } from '../../../server/domain.ts'
import { flagsOf } from '../roleFlags.ts'

/** Nobody gives more than they have: of somebody who is no owner, each permission that a save turns on must be theirs. */
export const giveWithinOwnRights: Effect = {
  async before({ work, before, body }) {
    const { caller, byServer, model } = work
    if (byServer || caller.admin || caller.permission.owner) return undefined
    const wanted = flagsOf(model, { ...before, ...body })
    const given = Object.keys(wanted).filter(name => wanted[name] && before?.[name] !== true && caller.rights[name] !== true)
    const problems = given.map(path => ({ path, code: 'staff-role.more-than-own' }))
    // A role that gives too much is told where it was chosen.
    const shown = problems.length > 0 && body.papelId ? [{ path: 'papelId', code: 'staff-role.more-than-own' }] : problems
    if (Number(body.type) === ownerMembershipType) shown.push({ path: 'type', code: 'staff-role.owner-only' })
    if (shown.length > 0) throw validationError(shown)
    return undefined
  },
}
