import {
  ApiError,
  admitInvitation,
  changeRecords,
  inputOfStore,
  inTransaction,
  invitationStates,
  letterRefusals,
  operation,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { mailInvitation } from '../mailInvitation.ts'

const { pending, refused } = invitationStates

/** Sends an invitation that nobody accepted once more; its time begins anew. One that was refused waits again. */
export const resendInvitation = operation({
  method: 'POST',
  path: 'user_lojas/reenviar',
  person: true,
  title: 'Reenviar um convite que espera resposta ou foi recusado',
  gate: 'owner || admin || acessos_gerir',
  input: inputOfStore({
    id: { type: 'integer', description: 'Usuário da loja com convite pendente ou recusado' },
  }),
  output: { type: 'object' },
  messages: ['invitation.gone', 'invitation.store-limit', 'invitation.recipient-limit', ...letterRefusals],
  async run({ model, input, caller, writing }) {
    const table = tableOf(model, 'user_lojas')
    const { register, sql } = table
    const lojaId = requireStore(caller)
    return inTransaction(writing, register, async work => {
      const { rows } = await work.q.query<RowOf<'user_lojas', 'email' | 'convite'> & { userId: string | null }>(
        `SELECT l.email, l.convite, u.id AS "userId" FROM ${sql} l LEFT JOIN ${tableOf(model, 'users').sql} u ON lower(u.email) = lower(l.email)
         WHERE l."lojaId" = $1 AND l.id = $2 AND l."userId" IS NULL
           AND l.convite = ANY ($3) FOR UPDATE OF l`,
        [lojaId, input.id, [pending, refused]],
      )
      const [row] = rows
      if (!row || row.userId === null) throw new ApiError(404, 'invitation.gone')
      const userId = Number(row.userId)
      const email = row.email.toLowerCase()
      await admitInvitation(work.q, lojaId, email)
      if (row.convite !== pending) await changeRecords(table, [input.id], { convite: pending }, work, { history: true })
      await mailInvitation({ userId, email }, work)
      return {}
    })
  },
})
