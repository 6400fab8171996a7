import type { Store } from '../access/users.ts'
import type { Service } from '../service.ts'

/** The services of a job's run. */
export interface JobContext extends Service {
  /** The store that the run is for, of a job that each store has to itself. */
  readonly store?: Store
  /** Fires when the run's time is over or the server ends: another server may begin anew. */
  readonly signal: AbortSignal
}

interface JobWork {
  readonly id: string
  /** Each store has the job to itself, by its own clock. */
  readonly perStore?: boolean
  /** Seconds after which a run is taken for dead; ten minutes unless told. */
  readonly longestSeconds?: number
  run(context: JobContext): Promise<void>
}

/** Seconds between the starts of two runs; the first is at once. */
interface JobOfPeriod extends JobWork {
  readonly everySeconds: number
  readonly cron?: never
}

/** Moments as crontab(5) writes them, by the store's clock or, where no store has the job, by that of `zone` (UTC unless told). */
interface JobOfMoments extends JobWork {
  readonly cron: string
  readonly zone?: string
  readonly everySeconds?: never
}

/** Work that comes up again and again, done by one server however many there are, and again when that server dies at it. */
export type Job = JobOfPeriod | JobOfMoments
