import type { FreeTimesReply } from '../../api/visit.ts'
import { parseDateTime } from '../../base/dates.ts'
import { membersOf } from '../../base/record.ts'
import { checkRecord } from '../../model/check.ts'
import { conditionHolds, evaluate } from '../../model/expression.ts'
import type { FreeTimes, Model } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { ApiError } from '../error.ts'
import { storeViewer } from '../features/notices/readAsStore.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { parseObject } from '../query/filter.ts'
import { planList } from '../query/planList.ts'
import { restrictToStore } from '../query/restrictPlan.ts'
import { tableOf } from '../query/table.ts'
import type { Service } from '../service.ts'
import { acceptedValues } from '../write/check/assignments.ts'
import type { OpenPage } from './openPage.ts'

/** Rows that are looked at: records of the day, and what they take up. */
const MOST = 1000

interface Asked {
  readonly dia: string
  readonly valores?: string | undefined
}

/** A time at which a record may begin, and the record as it would be. */
interface Slot {
  readonly hora: string
  readonly momento: string
  readonly until: string
}

/**
 * The times of a day, by the store's clock, that the rules of the register allow to a new record and at which one of what it takes up is free that is large
 * enough. A store that has nothing to take up yet offers every time. Nothing is told of the records in the way, not even how many they are.
 */
export async function freeTimes(service: Service, page: OpenPage, { dia, valores }: Asked): Promise<FreeTimesReply> {
  const { free } = page.visitors
  if (!free) throw new ApiError(404, 'visit.closed')
  const model = service.model()
  const said = acceptedValues(saidIn(free, valores), page.table)
  const slots = slotsOf(model, page, free, dia, said)
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return { horarios: [] }
  const { places, taken } = await readTaken(service, model, page, free, [first.momento, last.until])
  const fitting = places.filter(place => Object.entries(free.fits).every(([name, field]) => isEnough(place[field], said[name])))
  const open = slots.filter(slot => {
    const busy = taken.filter(one => String(one[free.at]) < slot.until && String(one[free.until]) > slot.momento)
    const named = new Set(busy.map(one => String(one[free.of] ?? '')))
    const waiting = busy.filter(one => !one[free.of]).length
    return places.length === 0 || fitting.filter(({ id }) => !named.has(String(id))).length > waiting
  })
  return { horarios: open.map(({ hora, momento }) => ({ hora, momento })) }
}

function saidIn({ fits }: FreeTimes, valores: string | undefined): DataRow {
  const given = valores === undefined ? {} : parseObject(valores, 'valores')
  return Object.fromEntries(Object.keys(fits).flatMap(name => (name in given ? [[name, given[name]]] : [])))
}

const isEnough = (room: unknown, wanted: unknown): boolean => typeof wanted !== 'number' || Number(room ?? 0) >= wanted

/** Times at which the rules of the register have nothing against a new record of a visitor. */
function slotsOf(model: Model, page: OpenPage, free: FreeTimes, dia: string, said: DataRow): Slot[] {
  const { table, visitors, store, own } = page
  const { register } = table
  const moment = { store: own, zone: store.zone, isNew: true }
  const worked = (set: Readonly<Record<string, string>>, record: DataRow): DataRow =>
    Object.fromEntries(
      Object.entries(set).map(([name, expression]) => [name, evaluate(model, register.name, expression, { record, ...moment })]),
    )
  const slots: Slot[] = []
  for (let minute = 0; minute < 24 * 60; minute += free.every) {
    const hora = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const momento = parseDateTime(`${dia} ${hora}`, store.zone)
    if (momento === undefined) return []
    let record: DataRow = { ...said, [free.at]: momento }
    record = { ...record, ...worked(visitors.set, record) }
    for (const { when, set } of register.assign ?? [])
      if (conditionHolds(model, register.name, when, { record, ...moment })) record = { ...record, ...worked(set, record) }
    const { problems } = checkRecord(model, register.name, record, { isNew: true, trusted: true, store: own, zone: store.zone })
    const until = record[free.until]
    if (typeof until === 'string' && problems.every(({ path }) => path !== free.at)) slots.push({ hora, momento, until })
  }
  return slots
}

/** Everything that can be taken up, and the records that do so between two moments. */
async function readTaken(
  { database }: Service,
  model: Model,
  { table, store }: OpenPage,
  free: FreeTimes,
  [from, to]: readonly [string, string],
): Promise<{ readonly places: readonly DataRow[]; readonly taken: readonly DataRow[] }> {
  const { register } = table
  const reference = fieldOf(register, free.of)?.reference
  const viewer = storeViewer(model, store)
  const read = (name: string, where: DataRow) => {
    const context = { model, table: tableOf(model, name), zone: store.zone }
    return restrictToStore(planList({ where, limit: MOST }, context), viewer)
  }
  return database.read({ stores: [store.id] }, async q => {
    const places = reference ? await fetchPlanRows(read(reference.to, plainOf(reference.where)), q) : []
    const rows = await fetchPlanRows(read(register.name, { [free.at]: { lt: to }, [free.until]: { gt: from } }), q)
    return {
      places,
      taken: rows.filter(record => conditionHolds(model, register.name, free.when, { record, isNew: false })),
    }
  })
}

/** The part that narrows the choices, but by other fields of the record that refers. */
const plainOf = (where: Readonly<Record<string, unknown>> | undefined): DataRow =>
  Object.fromEntries(Object.entries(membersOf(where)).filter(([, value]) => typeof value !== 'string' || !value.startsWith('$')))
