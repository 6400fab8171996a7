import type { Model } from '../../../model/model.ts'
import {
  ApiError,
  type Effect,
  findPasswordHash,
  insertRows,
  mailAccessGranted,
  mailPasswordLink,
  requireStore,
  tableOf,
  type UnitOfWork,
} from '../../../server/domain.ts'

/** Finds the user of the e-mail, or makes one; either hears of it by mail. */
export const findOrInviteUser: Effect = {
  async before({ work, table, before, body }) {
    const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : ''
    if (before || email === '') return undefined
    body.email = email
    const users = usersOf(work.model, table.register.fields.find(field => field.name === 'userId')?.reference?.to)
    // Everybody's e-mails are no store's business: the search answers with a key and nothing else.
    const { rows } = await work.q.query(`SELECT "id" FROM ${users.sql} WHERE lower("email") = $1`, [email])
    const found = rows[0]?.id
    const columns = { email, active: true, block: false }
    const [userId] = found === undefined ? await insertRows(users, [{ lojaId: null, columns }], work) : [found]
    await tell(Number(userId), email, work)
    return { userId: Number(userId) }
  },
}

/** Who never made a password gets a link for it, the others get to know that one more store is theirs. */
async function tell(userId: number, email: string, work: UnitOfWork): Promise<void> {
  const { q, model, service, caller } = work
  if ((await findPasswordHash(service.database.system, userId)) === undefined)
    await mailPasswordLink(work, { userId, email }, 'create')
  else {
    const { rows } = await q.query(`SELECT nome_fantasia AS name FROM ${tableOf(model, 'lojas').sql} WHERE "lojaId" = $1`, [
      requireStore(caller),
    ])
    await mailAccessGranted(work, email, String(rows[0]?.name ?? ''))
  }
  work.afterCommit.push(async () => service.wakeMailWorker?.())
}

function usersOf(model: Model, name: string | undefined) {
  if (name === undefined) throw new ApiError(500, 'unexpected')
  return tableOf(model, name)
}
