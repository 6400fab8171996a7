import type { Invitation } from '../../../api/invitation.ts'
import type { Model } from '../../../model/model.ts'
import { isEmailProved } from '../../access/emailProof.ts'
import { invitationStates, normalizeEmail, ownerMembershipType } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { roleTable } from '../../roleTable.ts'
import { invitationDays } from './invitationLimits.ts'

/**
 * The stores that wait for this person's answer, the newest first. They are asked of all stores: who is invited is in none of them. Who has
 * not proved the e-mail has none: the invitation may be somebody else's.
 */
export async function findPendingInvitations(
  q: Queries,
  model: Model,
  { userId, email }: { readonly userId: number; readonly email: string },
): Promise<Invitation[]> {
  if (!(await isEmailProved(q, userId))) return []
  const { rows } = await q.query<{ id: string; name: string | null; type: number; sentAt: string }>(
    `SELECT l.id, l.nome_fantasia AS name, m.type, i."sentAt"
     FROM (SELECT "lojaId", max("sentAt") AS "sentAt" FROM system.invitations
       WHERE email = $1 AND "sentAt" > now() - $2::int * interval '1 day' GROUP BY "lojaId") i
     JOIN ${roleTable(model, 'memberships')} m ON m."lojaId" = i."lojaId" AND lower(m.email) = $1
     JOIN ${roleTable(model, 'store')} l ON l."lojaId" = i."lojaId" AND l.id = i."lojaId"
     WHERE m."userId" IS NULL AND m.convite = $3 ORDER BY i."sentAt" DESC, l.id`,
    [normalizeEmail(email), invitationDays, invitationStates.pending],
  )
  return rows.map(({ id, name, type, sentAt }) => ({
    loja: Number(id),
    nome: name ?? '',
    proprietario: Number(type) === ownerMembershipType,
    enviadoEm: new Date(sentAt).toISOString(),
  }))
}
