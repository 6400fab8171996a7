import { deleteExpired } from '../access/sessions.ts'
import { removeOldRuns } from '../features/automations/removeOldRuns.ts'
import { removeOldFailures } from '../features/cleanup/failureNotes.ts'
import { removeOldNotifications } from '../integrations/notifications/unhandledNotifications.ts'
import { removeOldSecurityLines } from '../security/checkSecurityLog.ts'
import type { Job } from './job.ts'

/** Removes what has expired: sessions, links, old notes of errors and of notifications that nobody handled. */
export const sweep: Job = {
  id: 'sweep',
  everySeconds: 3600,
  run: async context => {
    await deleteExpired(context.database.system)
    await removeOldFailures(context)
    await removeOldNotifications(context)
    await removeOldSecurityLines(context)
    await removeOldRuns(context)
  },
}
