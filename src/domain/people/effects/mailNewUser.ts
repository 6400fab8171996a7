import { type Effect, findPasswordHash, mailPasswordLink } from '../../../server/domain.ts'

/** Who is made a user is told so, with a link to make a password: without one nobody could enter. Who comes back may have one. */
export const mailNewUser: Effect = {
  async after({ work, before, record }) {
    const { id, email } = record
    if (before || typeof email !== 'string') return
    if ((await findPasswordHash(work.service.database.system, Number(id))) !== undefined) return
    await mailPasswordLink(work, { userId: Number(id), email }, 'create')
    work.afterCommit.push(async () => work.service.wakeMailWorker?.())
  },
}
