import { invite } from '../operations/users/mail.ts'
import type { Effect } from './effect.ts'

/** Who is made a user is told so, with a first password: without one nobody could enter. */
export const newUser: Effect = {
  async after({ work, before, record }) {
    const { id, email } = record
    if (before || typeof email !== 'string') return
    work.afterwards.push(() => invite(work, { userId: Number(id), email }))
  },
}
