import { registerOfRole } from '../../../model/access/roles.ts'
import { keepDefaultStore } from '../../access/defaultStore.ts'
import { invitationStates, normalizeEmail, ownerMembershipType } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import { tableOf } from '../../query/table.ts'
import { type WriteContext, withUnitOfWork } from '../../write/unitOfWork.ts'
import { writeHistory } from '../../write/writeHistory.ts'
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
    const { rows } = await work.q.query<{ id: string; version: number; type: number }>(
      `UPDATE ${table.sql} SET "userId" = $1, convite = $2, version = version + 1, "updatedAt" = now()
       WHERE "lojaId" = $3 AND lower(email) = $4 AND "userId" IS NULL AND convite = $5 RETURNING id, version, type`,
      [change.userId, change.convite, store, email, invitationStates.pending],
    )
    const [row] = rows
    if (row && accepted && Number(row.type) === ownerMembershipType) await mailNewOwner(work, caller.userId, store)
    if (!row) throw new ApiError(404, 'invitation.gone')
    const version = Number(row.version)
    const before = { userId: null, convite: invitationStates.pending, version: version - 1 }
    writeHistory(
      [{ table, lojaId: store, id: row.id, deed: 'alterar', before, after: { ...change, version }, record: { email } }],
      work,
    )
    work.changes.push({ register, lojaId: store, id: String(row.id) })
  })
}
