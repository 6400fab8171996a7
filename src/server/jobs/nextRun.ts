import { CronExpressionParser } from 'cron-parser'
import type { Job } from './job.ts'

/**
 * When the job is due after this moment. Of a clock that is put back the hour that comes twice counts once; a moment that is left out
 * when it is put forward comes right after.
 */
export function nextRun(job: Job, after: Date, zone: string): Date {
  if (job.cron === undefined) return new Date(after.getTime() + job.everySeconds * 1000)
  return CronExpressionParser.parse(job.cron, { currentDate: after, tz: zone }).next().toDate()
}
