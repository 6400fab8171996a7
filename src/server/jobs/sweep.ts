import { deleteExpired } from '../access/sessions.ts'
import { removeOldFailures } from '../features/cleanup/failureNotes.ts'
import type { Job } from './job.ts'

/** What has expired: sessions, links, old notes of errors. */
export const sweep: Job = {
  id: 'sweep',
  everySeconds: 3600,
  run: async context => {
    await deleteExpired(context.database.system)
    await removeOldFailures(context)
  },
}
