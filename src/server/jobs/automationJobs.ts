import { DateTime } from 'luxon'
import { kindByName } from '../../kinds/values.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import { fieldOf } from '../../model/register.ts'
import type { Automation } from '../../model/views/automation.ts'
import { findStores, isStoreActive, type Store } from '../access/users.ts'
import type { Queries } from '../database/queries.ts'
import { automationsOn } from '../features/automations/automationsOn.ts'
import { needsOf } from '../features/automations/listening.ts'
import { makeRuns, type NewRun } from '../features/automations/makeRuns.ts'
import { planSteps, type StartMoment, startHolds } from '../features/automations/planRun.ts'
import { readRecords } from '../features/automations/readRecords.ts'
import { storeRecord } from '../features/notices/readAsStore.ts'
import { freshHits, isFirst } from '../features/notices/tellPeople.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { tableOf } from '../query/table.ts'
import { roleTable } from '../roleTable.ts'
import { runsAutomations } from '../settings.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import type { Job, JobContext } from './job.ts'
import { queryRows } from './queryRows.ts'

/** Records and rows that one automation starts with at once: what is beyond comes with the next run, or the next day. */
const MOST = 1000

/** Minutes after which a moment that came while no server ran starts nothing any more. */
const LATE = 60

/** Times of stores and moments of records, of all stores that have such an automation on. */
export const automationJobs: readonly Job[] = [
  {
    id: 'automations-minute',
    everySeconds: 60,
    run: async context => {
      const model = context.model()
      const timed = Object.values(model.automations).filter(({ on }) => 'every' in on || 'at' in on)
      if (!runsAutomations() || timed.length === 0 || !registerOfRole(model, 'automations')) return
      const { rows } = await context.database.read('all', q =>
        q.query<{ lojaId: string; automacao: string }>(
          `SELECT "lojaId", automacao FROM ${roleTable(model, 'automations')} WHERE ativa AND automacao = ANY($1::text[])`,
          [timed.map(({ name }) => name)],
        ),
      )
      const ids = [...new Set(rows.map(({ lojaId }) => Number(lojaId)))]
      const stores = new Map((await findStores(context.database.system, model, ids)).map(store => [store.id, store]))
      for (const { lojaId, automacao } of rows) {
        const [store, automation] = [stores.get(Number(lojaId)), model.automations[automacao]]
        if (context.signal.aborted || !store || !automation || !isStoreActive(store)) continue
        await startDue(automation, store, context).catch((error: unknown) =>
          context.log.warn({ err: error, automation: automacao, store: store.id }, 'automation not started'),
        )
      }
    },
  },
]

/** The last moment at which a time of a store came. */
export function lastDue(
  { every, time }: { readonly every: 'hour' | 'day' | 'month'; readonly time: string },
  zone: string,
  now: Date,
): Date {
  const here = DateTime.fromJSDate(now, { zone })
  if (every === 'hour') return here.startOf('hour').toJSDate()
  const [hour, minute] = time.split(':').map(Number)
  const due = here.startOf(every).set({ hour: hour ?? 0, minute: minute ?? 0 })
  return (
    due <= here
      ? due
      : here
          .minus({ [every]: 1 })
          .startOf(every)
          .set({ hour: hour ?? 0, minute: minute ?? 0 })
  ).toJSDate()
}

async function startDue(automation: Automation, store: Store, context: JobContext): Promise<void> {
  const { on, name } = automation
  if ('at' in on && on.minutes !== undefined)
    return startRecords(automation, store, context, await momentsDue(automation, store, context))
  const clock = 'every' in on ? on : 'at' in on ? { every: 'day' as const, time: on.time } : undefined
  const due = clock && lastDue(clock, store.zone, new Date())
  if (!due || Date.now() - due.getTime() > LATE * 60_000) return
  const key = `automation ${name} ${due.toISOString()}`
  if (await isDone(key, store, context)) return
  if ('at' in on) return startRecords(automation, store, context, await daysDue(automation, store, context), key)
  if ('query' in on) return startRows(automation, store, context, key)
  await startRecords(automation, store, context, [''], key)
}

/** Tells whether this time of the store was seen to. */
const isDone = async (key: string, store: Store, { database }: JobContext): Promise<boolean> => {
  const { rowCount } = await database.read({ stores: [store.id] }, q =>
    q.query(`SELECT FROM system.notice_causes WHERE "lojaId" = $1 AND notice = '' AND cause = $2`, [store.id, key]),
  )
  return rowCount > 0
}

/** A record whose moment came: its key, and what tells this moment from others of it. */
type DueRecord = string | { readonly id: string; readonly moment: string }

/** Starts an automation with records, or with none (''), each once; `key`: all of it once. */
async function startRecords(
  automation: Automation,
  store: Store,
  context: JobContext,
  due: readonly DueRecord[],
  key?: string,
): Promise<void> {
  if (due.length === 0 && key === undefined) return
  const model = context.model()
  const { on } = automation
  const register = 'register' in on ? model.registers[on.register] : undefined
  const found = await context.database.read({ stores: [store.id] }, async q => {
    const ids = due.map(one => (typeof one === 'string' ? one : one.id))
    const records = register
      ? await readRecords(q, { model, store }, register.name, ids, [needsOf(model, automation, register)])
      : undefined
    return { own: await storeRecord(q, model, store), records, on: await automationsOn(q, context.database, model, store.id) }
  })
  const runs = due.flatMap((one): NewRun[] => {
    const { id, moment } = typeof one === 'string' ? { id: one, moment: key ?? '' } : one
    const record = found.records ? found.records.get(id) : {}
    const at = record && momentOf(record, found.own, store)
    if (!at || !startHolds(model, automation, at)) return []
    const about = register && { register: register.name, id }
    return [
      {
        automation,
        key: `${automation.name}:${id}:${moment}`.slice(0, 200),
        about,
        chain: [],
        steps: planSteps(model, automation, at),
      },
    ]
  })
  await makeRuns(
    runs,
    { service: context, model, store, on: found.on },
    key === undefined ? undefined : q => isFirst(q, store.id, key),
  )
}

const momentOf = (record: DataRow, own: DataRow, store: Store): StartMoment => ({
  record,
  store: own,
  zone: store.zone,
  at: new Date().toISOString(),
})

/** Starts an automation with each row of a query for which its condition begins to hold. */
async function startRows(automation: Automation, store: Store, context: JobContext, key: string): Promise<void> {
  const { on, name } = automation
  if (!('query' in on)) return
  const model = context.model()
  const rows = await queryRows(on, store, context)
  if (!rows) return
  const found = await context.database.read({ stores: [store.id] }, async q => ({
    own: await storeRecord(q, model, store),
    on: await automationsOn(q, context.database, model, store.id),
  }))
  const holding = rows.slice(0, MOST).filter(row => startHolds(model, automation, momentOf(row, found.own, store)))
  const hits = holding.map(row => ({ cause: String(row[on.key]), about: String(row[on.key]), row }))
  const runs: NewRun[] = []
  await makeRuns(runs, { service: context, model, store, on: found.on }, async (q: Queries) => {
    if (!(await isFirst(q, store.id, key))) return false
    for (const { cause, row } of await freshHits(q, store.id, { name: `automation ${name}` }, hits, true))
      runs.push({
        automation,
        key: `${name}:${cause}:${key}`.slice(0, 200),
        chain: [],
        steps: planSteps(model, automation, momentOf(row, found.own, store)),
      })
    return true
  })
}

/** Records whose moment came within the last hour. */
async function momentsDue({ on }: Automation, store: Store, { database, model }: JobContext): Promise<DueRecord[]> {
  if (!('at' in on) || on.minutes === undefined) return []
  const { minutes } = on
  const { sql } = tableOf(model(), on.register)
  const column = quotedIdentifier(on.at)
  const { rows } = await database.read({ stores: [store.id] }, q =>
    q.query<{ id: string; moment: string }>(
      `SELECT id::text AS id, extract(epoch FROM ${column})::bigint::text AS moment FROM ${sql}
       WHERE "lojaId" = $1 AND ${column} BETWEEN now() - ($2::int + ${LATE}) * interval '1 minute' AND now() - $2::int * interval '1 minute'
       ORDER BY ${column}, id LIMIT ${MOST}`,
      [store.id, minutes],
    ),
  )
  return rows
}

/** Records whose day it is, or so many days before or after it, as the store's calendar has them. */
async function daysDue({ on }: Automation, store: Store, { database, model }: JobContext): Promise<string[]> {
  if (!('at' in on)) return []
  const { register, sql } = tableOf(model(), on.register)
  const isDay = kindByName(fieldOf(register, on.at)?.kind ?? 'date').time === 'day'
  const day = isDay ? quotedIdentifier(on.at) : `(${quotedIdentifier(on.at)} AT TIME ZONE $2)::date`
  const wanted = `(now() AT TIME ZONE $2)::date - $3::int`
  // A birthday of 29 February comes on the 28th in other years.
  const comes = on.yearly
    ? `${day} + (extract(year FROM ${wanted}) - extract(year FROM ${day}))::int * interval '1 year' = ${wanted}`
    : `${day} = ${wanted}`
  const { rows } = await database.read({ stores: [store.id] }, q =>
    q.query<{ id: string }>(`SELECT id::text AS id FROM ${sql} WHERE "lojaId" = $1 AND ${comes} ORDER BY id LIMIT ${MOST}`, [
      store.id,
      store.zone,
      on.days ?? 0,
    ]),
  )
  return rows.map(({ id }) => id)
}
