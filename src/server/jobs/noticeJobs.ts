import { kindByName } from '../../kinds/values.ts'
import { fieldOf } from '../../model/register.ts'
import type { Notice } from '../../model/views/notice.ts'
import { findStores, type Store } from '../access/users.ts'
import { noticeOutcome, noticePlace } from '../features/notices/noticeHits.ts'
import { recordsFor } from '../features/notices/noticeWorker.ts'
import { tellPeople } from '../features/notices/tellPeople.ts'
import { tableOf } from '../query/table.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import type { Job, JobContext } from './job.ts'
import { queryRows } from './queryRows.ts'

/** Records whose moment comes at once, and rows of a report, that are looked at: what is beyond comes with the next run. */
const MOST = 1000

/** Minutes after which a moment that came while no server ran is told no more. */
const LATE = 60

/** Each morning of a store: days of records, and reports that are asked once a day. */
const daily: Job = {
  id: 'notices-day',
  perStore: true,
  cron: '0 7 * * *',
  run: async context => {
    if (!context.store) return
    for (const notice of Object.values(context.model().notices)) {
      if ('query' in notice.on && notice.on.every === 'day') await askReport(notice, context.store, context)
      if ('at' in notice.on && notice.on.minutes === undefined) await findDays(notice, context.store, context)
    }
  },
}

/** Reports that are asked each hour, of each store. */
const hourly: Job = {
  id: 'notices-hour',
  perStore: true,
  everySeconds: 3600,
  run: async context => {
    if (!context.store) return
    for (const notice of Object.values(context.model().notices))
      if ('query' in notice.on && notice.on.every === 'hour') await askReport(notice, context.store, context)
  },
}

/** Moments of records, of all stores at once. */
const minutely: Job = {
  id: 'notices-minute',
  everySeconds: 60,
  run: async context => {
    for (const notice of Object.values(context.model().notices))
      if ('at' in notice.on && notice.on.minutes !== undefined) await findMoments(notice, notice.on.minutes, context)
  },
}

/** The jobs of notices that no save starts. */
export const noticeJobs: readonly Job[] = [daily, hourly, minutely]

async function askReport(notice: Notice, store: Store, service: JobContext): Promise<void> {
  const { on } = notice
  const model = service.model()
  if (!('query' in on)) return
  const place = await service.database.read({ stores: [store.id] }, q => noticePlace(q, model, store, [notice]))
  const rows = place && (await queryRows(on, store, service))
  if (!rows) return
  const outcome = noticeOutcome(
    notice,
    rows.slice(0, MOST).map(row => ({ row })),
    place,
  )
  await tellPeople([outcome], { service, place, isWhole: true })
}

/** Days of records, as the store's calendar has them. */
async function findDays(notice: Notice, store: Store, service: JobContext): Promise<void> {
  const { on } = notice
  if (!('at' in on)) return
  const model = service.model()
  const { register, sql } = tableOf(model, on.register)
  const column = quotedIdentifier(on.at)
  const isDay = kindByName(fieldOf(register, on.at)?.kind ?? 'date').time === 'day'
  const today = `(now() AT TIME ZONE $2)::date - $3::int`
  const due = isDay
    ? `${column} = ${today}`
    : `${column} >= (${today})::timestamp AT TIME ZONE $2 AND ${column} < (${today} + 1)::timestamp AT TIME ZONE $2`
  const statement = `SELECT id FROM ${sql} WHERE "lojaId" = $1 AND ${due} ORDER BY id LIMIT ${MOST}`
  await tellOfDue(notice, store, service, { statement, params: [store.id, store.zone, on.days ?? 0] })
}

/** Moments of records that came within the last hour, store after store. */
async function findMoments(notice: Notice, minutes: number, service: JobContext): Promise<void> {
  const { on } = notice
  if (!('at' in on)) return
  const model = service.model()
  const { sql } = tableOf(model, on.register)
  const column = quotedIdentifier(on.at)
  const due = `${column} + $1::int * interval '1 minute' BETWEEN now() - interval '${LATE} minutes' AND now()`
  const { rows } = await service.database.read('all', q =>
    q.query<{ lojaId: string }>(`SELECT DISTINCT "lojaId" FROM ${sql} WHERE ${due}`, [minutes]),
  )
  const stores = await findStores(
    service.database.system,
    model,
    rows.map(({ lojaId }) => Number(lojaId)),
  )
  for (const store of stores) {
    const statement = `SELECT id FROM ${sql} WHERE "lojaId" = $2 AND ${due} ORDER BY id LIMIT ${MOST}`
    await tellOfDue(notice, store, service, { statement, params: [minutes, store.id] })
  }
}

interface DueRecords {
  readonly statement: string
  readonly params: readonly unknown[]
}

async function tellOfDue(notice: Notice, store: Store, service: JobContext, { statement, params }: DueRecords): Promise<void> {
  const { on } = notice
  if (!('at' in on)) return
  const model = service.model()
  const found = await service.database.read({ stores: [store.id] }, async q => {
    const place = await noticePlace(q, model, store, [notice])
    const { rows } = await q.query<{ id: unknown }>(statement, params)
    if (!place || rows.length === 0) return undefined
    const records = await recordsFor(
      q,
      place,
      on.register,
      rows.map(({ id }) => id),
      [notice],
    )
    return {
      place,
      outcome: noticeOutcome(
        notice,
        [...records.values()].map(row => ({ row })),
        place,
      ),
    }
  })
  if (found) await tellPeople([found.outcome], { service, place: found.place })
}
