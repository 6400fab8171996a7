import { removeUnusedFiles } from '../features/cleanup/storedFiles.ts'
import { removeUnconfirmed } from '../visitors/removeUnconfirmed.ts'
import { automationJobs } from './automationJobs.ts'
import { dueTasks } from './discussJobs.ts'
import type { Job } from './job.ts'
import { noticeJobs } from './noticeJobs.ts'
import { sweep } from './sweep.ts'

/** Pictures and attachments that nothing names. */
const sweepFiles: Job = {
  id: 'sweep-files',
  everySeconds: 24 * 3600,
  run: async context => void (await removeUnusedFiles(context)),
}

/** Records that visitors did not confirm. */
const dropUnconfirmed: Job = { id: 'drop-unconfirmed', everySeconds: 300, run: removeUnconfirmed }

/** The runtime's own jobs, beside those that areas declare. */
export const runtimeJobs: readonly Job[] = [sweep, sweepFiles, dropUnconfirmed, ...noticeJobs, dueTasks, ...automationJobs]
