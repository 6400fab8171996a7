import type { Model } from '../../model/model.ts'
import { ApiError } from '../error.ts'
import { tableOf } from '../query/table.ts'
import { writeLink } from '../session/invite.ts'
import { insertRows } from '../write/rows.ts'
import type { Effect } from './effect.ts'

/** Finds the user of the e-mail; who has none yet is created and invited. */
export const storeUser: Effect = {
  async before({ work, table, before, body }) {
    const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : ''
    if (before || email === '') return undefined
    body.email = email
    const users = usersOf(work.model, table.register.fields.find(field => field.name === 'userId')?.reference?.to)
    // Everybody's e-mails are no store's business: the search answers with a key and nothing else.
    const { rows } = await work.q.query(`SELECT "id" FROM ${users.sql} WHERE lower("email") = $1`, [email])
    const found = rows[0]?.id
    if (found !== undefined) return { userId: Number(found) }
    const [userId] = await insertRows(users, [{ lojaId: null, columns: { email, active: true, block: false } }], work)
    await writeLink(work, { userId: Number(userId), email }, 'create')
    work.afterwards.push(async () => work.service.mailWaits?.())
    return { userId }
  },
}

function usersOf(model: Model, name: string | undefined) {
  if (name === undefined) throw new ApiError(500, 'unexpected')
  return tableOf(model, name)
}
