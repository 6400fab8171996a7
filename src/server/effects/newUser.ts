import { writeLink } from '../session/invite.ts'
import type { Effect } from './effect.ts'

/** Who is made a user is told so, with a link to make a password: without one nobody could enter. */
export const newUser: Effect = {
  async after({ work, before, record }) {
    const { id, email } = record
    if (before || typeof email !== 'string') return
    await writeLink(work, { userId: Number(id), email }, 'create')
    work.afterwards.push(async () => work.service.mailWaits?.())
  },
}
