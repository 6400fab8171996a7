import { registerOfRole } from '../../../model/access/roles.ts'
import { keepDefaultStore } from '../../access/defaultStore.ts'
import { invitationStates, normalizeEmail, ownerMembershipType } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import { tableOf } from '../../query/table.ts'
import { changeRecords } from '../../write/changeRecords.ts'
import { type WriteContext, withUnitOfWork } from '../../write/unitOfWork.ts'
import { mailNewOwner } from '../mail/newOwnerMail.ts'
import { findPendingInvitations } from './pendingInvitations.ts'

/** Lets the one who was invited into the store, or tells the store that they will not come. From then on it is history of the store. */
export async function answerInvitation(writing: WriteContext, store: number, accepted: boolean): Promise<void> {
  const { service, model, caller } = writing
  const { system } = service.database
  const email = normalizeEmail(caller.email)
  const register = registerOfRole(model, 'memberships')
  const open = await findPendingInvitations(system, model, caller)
  if (!register || !open.some(({ loja }) => loja === store)) throw new ApiError(404, 'invitation.gone')
  if (accepted) await keepDefaultStore(system, model, caller.userId)
  const table = tableOf(model, register.name)
  const change = accepted
    ? { userId: caller.userId, convite: invitationStates.accepted }
    : { userId: null, convite: invitationStates.refused }
  const context = { ...writing, caller: { ...caller, storeId: store, stores: [store] } }
  await withUnitOfWork(context, { stores: [store] }, async work => {
    const { rows } = await work.q.query<{ id: string; type: string }>(
      `SELECT id, type FROM ${table.sql} WHERE "lojaId" = $1 AND lower(email) = $2 AND "userId" IS NULL AND convite = $3 FOR UPDATE`,
      [store, email, invitationStates.pending],
    )
    const [row] = rows
    if (!row) throw new ApiError(404, 'invitation.gone')
    const ids = rows.map(({ id }) => Number(id))
    await changeRecords(table, ids, change, work, { history: true })
    if (accepted && Number(row.type) === ownerMembershipType) await mailNewOwner(work, caller.userId, store)
  })
}
