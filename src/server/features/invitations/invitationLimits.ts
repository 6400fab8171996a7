import { holdInStore, holdName } from '../../database/holdInStore.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'

/** Invitations that leave in 24 hours: of one store, and to one person from all stores. */
export const invitationLimits = { store: 30, recipient: 5 } as const

/** Days for which an invitation may be accepted; it can be sent again. */
export const invitationDays = 30

/**
 * Notes that an invitation is sent, in the transaction that sends it, or refuses it: mails to strangers are no way to write to the
 * world. Counted in the database, so that neither a restart nor another server counts anew; those at once wait in line.
 */
export async function admitInvitation(q: Queries, lojaId: number, email: string): Promise<void> {
  await holdInStore(q, lojaId, 'invitation')
  await holdName(q, `invitation ${email}`)
  const { rows } = await q.query<{ store: number; recipient: number }>(
    `SELECT count(*) FILTER (WHERE "lojaId" = $1)::int AS store, count(*) FILTER (WHERE email = $2)::int AS recipient
     FROM system.invitations WHERE "sentAt" > now() - interval '1 day' AND ("lojaId" = $1 OR email = $2)`,
    [lojaId, email],
  )
  const sent = rows[0] ?? { store: 0, recipient: 0 }
  const refuse = (code: string, max: number): ApiError =>
    new ApiError(429, code, { max }, [{ path: 'email', code, params: { max } }])
  if (sent.recipient >= invitationLimits.recipient) throw refuse('invitation.recipient-limit', invitationLimits.recipient)
  if (sent.store >= invitationLimits.store) throw refuse('invitation.store-limit', invitationLimits.store)
  await q.query('INSERT INTO system.invitations ("lojaId", email) VALUES ($1, $2)', [lojaId, email])
}
