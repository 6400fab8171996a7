import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { findStores, type Store } from '../access/users.ts'
import type { AppContext } from '../appContext.ts'
import { backupJobs } from '../jobs/backupJob.ts'
import type { Job, JobContext } from '../jobs/job.ts'
import { endJob, planJobs, takeJob } from '../jobs/jobLeases.ts'
import { nextRun } from '../jobs/nextRun.ts'
import { runtimeJobs } from '../jobs/runtimeJobs.ts'
import { inSpan } from '../tracing/spans.ts'

/** Seconds after which a server looks again whether a job is due, at most. */
const PATIENCE = 30
const LONGEST_SECONDS = 600

type JobSurroundings = Pick<AppContext, 'database' | 'service' | 'domain'>

/** A job as it stands in the table: for the whole installation, or for one store. */
interface PlannedJob {
  readonly key: string
  readonly zone: string
  readonly store?: Store
}

/**
 * Runs the jobs of the runtime and of the areas whenever they are due. A run that fails is logged and comes again in its turn; one that
 * was due while no server ran is made up for, once.
 *
 * @returns ends them, and tells those at work.
 */
export function startJobs(surroundings: JobSurroundings): () => void {
  const ending = new AbortController()
  const { files, log } = surroundings.service
  // A start after a crash finds its leftovers, whether a job is due or not.
  files.tidy().catch(error => log.warn({ err: error }, 'parts of files not removed'))
  const all = [...runtimeJobs, ...backupJobs(surroundings.database.url), ...surroundings.domain.jobs]
  const timers = all.map(job => {
    const turn = (): void => void runDue(job, surroundings, ending.signal)
    turn()
    return setInterval(turn, Math.min(PATIENCE, job.everySeconds ?? PATIENCE) * 1000).unref()
  })
  return () => {
    ending.abort()
    for (const timer of timers) clearInterval(timer)
  }
}

/** Does all runs of the job that are due and that no other server does. */
async function runDue(job: Job, { database, service }: JobSurroundings, ending: AbortSignal): Promise<void> {
  const q = database.system
  const seconds = job.longestSeconds ?? LONGEST_SECONDS
  try {
    const planned = new Map((await plannedRuns(job, service)).map(each => [each.key, each]))
    const now = new Date()
    // Thousands of stores share a few time zones, and reading a calendar for each takes a second in which nobody is answered.
    const byZone = new Map<string, Date>()
    const first = (zone: string): Date =>
      job.cron === undefined ? now : memoizeByKey(byZone, zone, () => nextRun(job, now, zone))
    await planJobs(
      q,
      [...planned.values()].map(({ key, zone }) => ({ key, dueAt: first(zone) })),
    )
    while (!ending.aborted) {
      const taken = await takeJob(q, [...planned.keys()], seconds)
      const of = taken && planned.get(taken.key)
      if (!of) return
      const signal = AbortSignal.any([ending, AbortSignal.timeout(seconds * 1000)])
      const failure = await failureOf(job, { ...service, signal, ...(of.store ? { store: of.store } : {}) })
      await endJob(q, taken, nextRun(job, taken.startedAt, of.zone), failure)
    }
  } catch (error) {
    // A server that is closing has closed its database, too.
    if (!ending.aborted) service.log.warn({ err: error, job: job.id }, 'job not looked at')
  }
}

async function plannedRuns(job: Job, { database, model }: Pick<JobContext, 'database' | 'model'>): Promise<PlannedJob[]> {
  if (!job.perStore) return [{ key: job.id, zone: job.cron === undefined ? 'UTC' : (job.zone ?? 'UTC') }]
  const stores = await findStores(database.system, model(), 'all')
  return stores.map(store => ({ key: `${job.id}/${store.id}`, zone: store.zone, store }))
}

async function failureOf(job: Job, context: JobContext): Promise<string | null> {
  try {
    const values = context.store ? { 'retaguarda.store': context.store.id } : {}
    await inSpan({ name: `job ${job.id}`, values }, () => job.run(context))
    return null
  } catch (error) {
    context.log.warn({ err: error, job: job.id, store: context.store?.id }, 'job failed')
    return error instanceof Error ? error.message : String(error)
  }
}
