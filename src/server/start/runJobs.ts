import type { Queries } from '../access/caller.ts'
import { deleteExpired } from '../access/sessions.ts'
import type { AppContext } from '../appContext.ts'
import type { Job } from '../domain.ts'

/** The runtime's own job: sessions and links that have expired. */
const sweep: Job = {
  id: 'sweep',
  everySeconds: 3600,
  run: ({ database }) => deleteExpired(database.system),
}

/** Seconds after which a server looks again whether a job is due, at most. */
const patience = 60

/** Whether the job is this server's now: of all servers that ask at once, one is told so, and none until the job is due again. */
export async function claimJob(q: Queries, { id, everySeconds }: Job): Promise<boolean> {
  const { rows } = await q.query(
    `INSERT INTO system.jobs AS j (id, "dueAt") VALUES ($1, now() + $2::float8 * interval '1 second')
     ON CONFLICT (id) DO UPDATE SET "dueAt" = excluded."dueAt" WHERE j."dueAt" <= now() RETURNING id`,
    [id, everySeconds],
  )
  return rows.length > 0
}

/** Runs the jobs of the runtime and of the areas, now and whenever they are due. A run that fails is logged, and comes again in its turn. */
export function startJobs({ database, service, domain }: Pick<AppContext, 'database' | 'service' | 'domain'>): () => void {
  const turn = async (job: Job): Promise<void> => {
    try {
      if (await claimJob(database.system, job)) await job.run(service)
    } catch (error) {
      service.log.warn({ err: error, job: job.id }, 'job failed')
    }
  }
  const timers = [sweep, ...domain.jobs].map(job => {
    void turn(job)
    return setInterval(() => void turn(job), Math.min(patience, job.everySeconds) * 1000).unref()
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
