import type { Effect } from '../../../server/domain.ts'

/** A new record belongs to the one who makes it: its `userId` is theirs, whatever the body says. */
export const author: Effect = {
  async before({ work, before }) {
    return before ? undefined : { userId: work.caller.userId }
  },
}
