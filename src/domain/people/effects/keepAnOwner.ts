import {
  ApiError,
  type DataRow,
  type Effect,
  holdStore,
  invitationStates,
  ownerMembershipType,
  type RowOf,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'

const code = 'store-user.last-owner'

/** Looks once all is written: of several owners who go at once, or who take it from each other at the same moment, one stays. */
function demandOwner({ work, before, refusal }: { work: UnitOfWork; before: DataRow; refusal: Error }): void {
  const { byServer, caller, model, q } = work
  if (byServer || caller.admin || Number(before.type) !== ownerMembershipType) return
  work.beforeCommit.push(async () => {
    const lojaId = requireStore(caller)
    await holdStore(q, lojaId)
    const { rows } = await q.query<RowOf<'user_lojas', 'id'>>(
      `SELECT id FROM ${tableOf(model, 'user_lojas').sql} WHERE "lojaId" = $1 AND type = $2 AND "userId" IS NOT NULL
         AND bloqueado IS NOT TRUE AND coalesce(convite, $3) = $3 LIMIT 1`,
      [lojaId, ownerMembershipType, invitationStates.accepted],
    )
    if (rows.length === 0) throw refusal
  })
}

/** A store keeps an owner: without one nobody gives access there any more. Administrators may take the last one, to give it to somebody else. */
export const keepAnOwner: Effect = {
  async after({ work, before, record }) {
    const { type, bloqueado } = { ...before, ...record }
    const isOwner = Number(type) === ownerMembershipType
    if (!before || (isOwner && bloqueado !== true)) return
    demandOwner({ work, before, refusal: validationError([{ path: isOwner ? 'bloqueado' : 'type', code }]) })
  },

  async remove({ work, before }) {
    demandOwner({ work, before, refusal: new ApiError(422, code) })
  },
}
