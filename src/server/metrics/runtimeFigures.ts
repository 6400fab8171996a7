import type { WatchedFigure } from './watchedFigure.ts'

const queue: readonly Pick<WatchedFigure, 'name' | 'help'>[] = [
  { name: 'queue_waiting', help: 'What is still to be done once transactions stand, by queue (mail: the outbox).' },
  { name: 'queue_oldest_seconds', help: 'Age of the oldest of it.' },
  { name: 'queue_given_up', help: 'What cannot be done and stays to be seen.' },
]

const queueColumns = ['waiting', 'oldest', 'given'] as const

const queueFigures: readonly WatchedFigure[] = queue.map(({ name, help }, at) => ({
  name,
  help,
  labels: ['queue'],
  read: async q => {
    const { rows } = await q.query<{ queue: string; value: number }>(
      `SELECT queue, ${queueColumns[at]}::float8 AS value FROM (
         SELECT queue, count(*) FILTER (WHERE "dueAt" <> 'infinity') AS waiting, count(*) FILTER (WHERE "dueAt" = 'infinity') AS given,
           coalesce(extract(epoch FROM now() - min("createdAt") FILTER (WHERE "dueAt" <> 'infinity')), 0) AS oldest
         FROM system.queue GROUP BY queue) of_queue ORDER BY queue`,
    )
    return rows.map(row => ({ value: row.value, labels: { queue: row.queue } }))
  },
}))

/** Jobs of one kind together: that of each store has the store's number behind its name. */
const jobsStatement = (value: string): string =>
  `SELECT split_part(id, '/', 1) AS job, (${value})::float8 AS value FROM system.jobs GROUP BY 1 ORDER BY 1`

const jobFigure = (name: string, help: string, value: string): WatchedFigure => ({
  name,
  help,
  labels: ['job'],
  read: async q => {
    const { rows } = await q.query<{ job: string; value: number | null }>(jobsStatement(value))
    return rows.flatMap(row => (row.value === null ? [] : [{ value: row.value, labels: { job: row.job } }]))
  },
})

/** Figures of the server's own work in the database: the same from each server of one database. */
export const runtimeFigures: readonly WatchedFigure[] = [
  ...queueFigures,
  jobFigure('job_failed', 'Jobs whose last run failed.', 'count(*) FILTER (WHERE failure IS NOT NULL)'),
  jobFigure('job_late_seconds', 'How long the latest run has been due.', 'greatest(0, extract(epoch FROM now() - min("dueAt")))'),
  jobFigure(
    'job_succeeded_seconds',
    'Seconds since the last run that went well; of the job "backup": the age of the newest copy.',
    `extract(epoch FROM now() - max("endedAt") FILTER (WHERE failure IS NULL))`,
  ),
  {
    name: 'failing_services',
    help: 'Services outside that fail.',
    labels: ['service'],
    read: async q =>
      (await q.query<{ name: string }>('SELECT name FROM system.failing_services ORDER BY 1')).rows.map(({ name }) => ({
        value: 1,
        labels: { service: name },
      })),
  },
  {
    name: 'sessions',
    help: 'Sessions that are open.',
    read: async q => {
      const { rows } = await q.query<{ value: number }>(
        'SELECT count(*)::float8 AS value FROM system.sessions WHERE "expiresAt" > now()',
      )
      return rows
    },
  },
]
