import { randomUUID } from 'node:crypto'
import type { Queries } from '../database/queries.ts'

/** A run that is this server's until it ends or its time is over. */
export interface JobLease {
  /** The job's, with the store's where each store has it to itself. */
  readonly key: string
  readonly lease: string
  readonly startedAt: Date
}

/** Makes jobs known that are not yet; those that are keep their moment. */
export async function planJobs(q: Queries, planned: readonly { readonly key: string; readonly dueAt: Date }[]): Promise<void> {
  await q.query(
    `INSERT INTO system.jobs (id, "dueAt") SELECT * FROM unnest($1::text[], $2::timestamptz[]) ON CONFLICT (id) DO NOTHING`,
    [planned.map(({ key }) => key), planned.map(({ dueAt }) => dueAt.toISOString())],
  )
}

/** Takes the run of these that has been due for longest: of all servers that ask at once one gets it, until so many seconds are over. */
export async function takeJob(q: Queries, keys: readonly string[], seconds: number): Promise<JobLease | undefined> {
  const lease = randomUUID()
  const { rows } = await q.query<{ key: string; startedAt: string }>(
    `UPDATE system.jobs SET lease = $2, "leasedUntil" = now() + $3::float8 * interval '1 second', "startedAt" = now()
     WHERE id = (SELECT id FROM system.jobs WHERE id = ANY($1) AND "dueAt" <= now() AND coalesce("leasedUntil", '-infinity') <= now()
       ORDER BY "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id AS key, now() AS "startedAt"`,
    [keys, lease, seconds],
  )
  return rows[0] && { ...rows[0], startedAt: new Date(rows[0].startedAt), lease }
}

/** Ends a run, well or with what went wrong. Who was thought dead and was replaced says nothing. */
export async function endJob(q: Queries, { key, lease }: JobLease, dueAt: Date, failure: string | null): Promise<void> {
  await q.query(
    `UPDATE system.jobs SET lease = NULL, "leasedUntil" = NULL, "endedAt" = now(), failure = $4, "dueAt" = $3 WHERE id = $1 AND lease = $2`,
    [key, lease, dueAt.toISOString(), failure],
  )
}
