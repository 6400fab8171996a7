import type { Model } from '../../../model/model.ts'
import {
  ApiError,
  admitInvitation,
  type Effect,
  insertRows,
  invitationStates,
  keepDefaultStore,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { mailInvitation } from '../mailInvitation.ts'

const { pending, accepted } = invitationStates

/**
 * Finds the user of the e-mail, or makes one; either hears of it by mail, and is in the store only once they accepted: until then the link
 * names nobody, so that nobody learns whether there was an account. Who gets one by the letter accepts by making a password.
 */
export const findOrInviteUser: Effect = {
  async before({ work, table, before, body }) {
    const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : ''
    if (before || email === '') return undefined
    body.email = email
    const { q, model, service, caller } = work
    const users = usersOf(model, table.register.fields.find(field => field.name === 'userId')?.reference?.to)
    // Everybody's e-mails are no store's business: the search answers with a key and nothing else.
    const search = async (): Promise<number | undefined> => {
      const { rows } = await q.query<RowOf<'users', 'id'>>(`SELECT "id" FROM ${users.sql} WHERE lower("email") = $1`, [email])
      return rows[0] && Number(rows[0].id)
    }
    if ((await search()) === caller.userId) {
      await keepDefaultStore(service.database.system, model, caller.userId)
      return { userId: caller.userId, convite: accepted }
    }
    await admitInvitation(q, requireStore(caller), email)
    // An invitation of the same person at this moment was waited for, and may have made the user.
    const found = await search()
    const columns = { email, active: true, block: false }
    const userId = found ?? Number((await insertRows(users, [{ lojaId: null, columns }], work))[0])
    await mailInvitation({ userId, email }, work)
    return { userId: null, convite: pending }
  },
}

function usersOf(model: Model, name: string | undefined) {
  if (name === undefined) throw new ApiError(500, 'unexpected')
  return tableOf(model, name)
}
