import { deleteExpired } from '../access/sessions.ts'
import type { Job } from './job.ts'

/** The runtime's own job: sessions and links that have expired. */
export const sweep: Job = {
  id: 'sweep',
  everySeconds: 3600,
  run: ({ database }) => deleteExpired(database.system),
}
