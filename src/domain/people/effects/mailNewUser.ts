import { type Effect, hasPassword, mailPasswordLink } from '../../../server/domain.ts'

/**
 * Mails a new user a link to make a password: without one nobody could enter. Somebody who comes back may have one, and a sign-up makes one in the
 * same transaction: so it is asked at its end.
 */
export const mailNewUser: Effect = {
  async after({ work, before, record }) {
    const { id, email } = record
    if (before || typeof email !== 'string') return
    work.beforeCommit.push(async () => {
      if (await hasPassword(work.q, Number(id))) return
      await mailPasswordLink(work, { userId: Number(id), email }, 'create')
      work.afterCommit.push(async () => work.service.wakeMailWorker?.())
    })
  },
}
