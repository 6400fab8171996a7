import { tableOf } from '../query/table.ts'
import type { Job, JobContext } from './job.ts'

/** Work that comes up again and again for each store that has installed a partner. */
interface InstalledStoresWork {
  readonly id: string
  readonly everySeconds: number
  /** Register that keeps what stores have installed. */
  readonly register: string
  /** Which of its records are due, in SQL, and in which order: all of them, by their store, unless told. */
  readonly due?: string
  readonly order?: string
  /** The log's message about a store for which it failed. */
  readonly failure: string
  run(lojaId: number, context: JobContext): Promise<void>
}

/** Does it store after store; one for which it fails holds up none of the others. */
export const installedStoresJob = ({
  id,
  everySeconds,
  register,
  due = 'true',
  order = '"lojaId"',
  failure,
  run,
}: InstalledStoresWork): Job => ({
  id,
  everySeconds,
  async run(context) {
    const { database, model, log, signal } = context
    const table = tableOf(model(), register).sql
    const { rows } = await database.read('all', q =>
      q.query<{ lojaId: string }>(`SELECT "lojaId"::text AS "lojaId" FROM ${table} WHERE ${due} ORDER BY ${order}`),
    )
    for (const loja of rows.map(({ lojaId }) => Number(lojaId))) {
      if (signal.aborted) return
      await run(loja, context).catch((error: unknown) => log.warn({ err: error, loja }, failure))
    }
  },
})
