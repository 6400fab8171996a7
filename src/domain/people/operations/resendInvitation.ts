import {
  ApiError,
  admitInvitation,
  inTransaction,
  invitationStates,
  letterRefusals,
  operation,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { mailInvitation } from '../mailInvitation.ts'

/** Sends an invitation that nobody answered yet once more; its time begins anew. */
export const resendInvitation = operation({
  method: 'POST',
  path: 'user_lojas/reenviar',
  person: true,
  title: 'Reenviar um convite que espera resposta',
  gate: 'owner || admin || acessos_gerir',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, id: { type: 'integer', description: 'Usuário da loja com convite pendente' } },
    required: ['id'],
  },
  output: { type: 'object' },
  messages: ['invitation.gone', 'invitation.store-limit', 'invitation.recipient-limit', ...letterRefusals],
  async run({ model, input, caller, writing }) {
    const { register, sql } = tableOf(model, 'user_lojas')
    const lojaId = requireStore(caller)
    return inTransaction(writing, register, async work => {
      const { rows } = await work.q.query<RowOf<'user_lojas', 'email'> & { userId: string | null }>(
        `SELECT l.email, u.id AS "userId" FROM ${sql} l LEFT JOIN ${tableOf(model, 'users').sql} u ON lower(u.email) = lower(l.email)
         WHERE l."lojaId" = $1 AND l.id = $2 AND l.convite = $3`,
        [lojaId, input.id, invitationStates.pending],
      )
      const [row] = rows
      if (!row || row.userId === null) throw new ApiError(404, 'invitation.gone')
      const userId = Number(row.userId)
      const email = row.email.toLowerCase()
      await admitInvitation(work.q, lojaId, email)
      await mailInvitation({ userId, email }, work)
      return {}
    })
  },
})
