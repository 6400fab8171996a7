import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { NotedChange, NotedDeed, Service } from '../../service.ts'
import { automationsOn } from './automationsOn.ts'
import { type AutomationEvents, eventQueue, type NotedStart } from './eventQueue.ts'
import { automationListeners, type ListeningAutomation } from './listening.ts'
import { partsOf, readRecords } from './readRecords.ts'

/** Starts that are noted in one row. */
const MOST = 100

/** Automations that may start one because of another. */
const DEEPEST = 5

/** The changes of one table in one store that automations listen to, each record once. */
interface Heard {
  readonly lojaId: number
  readonly listeners: readonly ListeningAutomation[]
  readonly changes: readonly NotedChange[]
}

/**
 * Notes what a transaction changed where automations listen to it, as part of that transaction and with the values that they name; undefined, and no
 * work, where none does. Tells whether there is something to do.
 */
export function noteEvents(
  q: Queries,
  { model, database }: { readonly model: Model; readonly database: Service['database'] },
  deed: NotedDeed,
): Promise<boolean> | undefined {
  const heard = heardOf(model, deed.changes)
  return heard.length === 0 ? undefined : note(q, heard, { model, database, deed })
}

function heardOf(model: Model, changes: readonly NotedChange[]): Heard[] {
  if (Object.keys(model.automations).length === 0) return []
  const own = changes.filter(({ lojaId }) => lojaId !== null && lojaId > 0)
  const groups = Map.groupBy(own, ({ register, lojaId }) => `${lojaId} ${model.registers[register]?.table}`)
  return [...groups.values()].flatMap((group): Heard[] => {
    const [first] = group
    const listeners = automationListeners(model, model.registers[first?.register ?? '']?.table ?? '')
    return listeners.length === 0 ? [] : [{ lojaId: Number(first?.lojaId), listeners, changes: once(group) }]
  })
}

/** A record that was changed several times in a transaction changed once: from what the first change found to what the last one left. */
function once(changes: readonly NotedChange[]): NotedChange[] {
  const known = new Map<string, NotedChange>()
  for (const change of changes) {
    const first = known.get(change.id)
    const as = first?.as === 'made' ? (change.as === 'removed' ? undefined : 'made') : change.as
    if (first?.as === 'made' && change.as === 'removed') known.delete(change.id)
    else known.set(change.id, { ...change, as, before: first?.before ?? change.before, ways: waysOf(first, change) })
  }
  return [...known.values()]
}

/** Of a change that tells none they are what its states tell. */
const waysOf = (first: NotedChange | undefined, { ways }: NotedChange): readonly string[] | undefined =>
  first?.ways || ways ? [...(first?.ways ?? []), ...(ways ?? [])] : undefined

interface Noting {
  readonly model: Model
  readonly database: Service['database']
  readonly deed: NotedDeed
}

async function note(q: Queries, heard: readonly Heard[], { model, database, deed }: Noting): Promise<boolean> {
  const items: AutomationEvents[] = []
  for (const { lojaId, listeners, changes } of heard) {
    const on = await automationsOn(q, database, model, lojaId)
    const active = listeners.filter(({ automation }) => on.has(automation.name) && (automation.bulk || !deed.isBulk))
    for (const [name, own] of Map.groupBy(active, ({ register }) => register.name)) {
      const standing = changes.filter(({ as }) => as !== 'removed').map(({ id }) => id)
      const needs = own.map(each => each.needs)
      const records = await readRecords(q, { model, store: { id: lojaId, zone: deed.zone } }, name, standing, needs)
      const starts = changes.flatMap(change => own.flatMap(one => startOf(one, change, records.get(change.id), { model, deed })))
      for (let first = 0; first < starts.length; first += MOST)
        items.push({
          lojaId,
          chain: deed.chain,
          user: deed.user,
          at: new Date().toISOString(),
          action: deed.action,
          starts: starts.slice(first, first + MOST),
        })
    }
  }
  if (items.length > 0) await eventQueue.add(q, items)
  return items.length > 0
}

/** The start of an automation by a change, unless it does not listen to such a one. */
function startOf(
  { automation, register, needs, way }: ListeningAutomation,
  { id, as, before, ways }: NotedChange,
  record: DataRow | undefined,
  { model, deed }: Pick<Noting, 'model' | 'deed'>,
): NotedStart[] {
  const now = as === 'removed' ? before : record
  const isHeard = (row: DataRow): boolean =>
    way ? as === undefined && tookWay(way, ways, before, row) : hears(automation.on, as, before, row)
  if (!now || !isHeard(now)) return []
  const { name } = automation
  const cut = deed.chain.includes(name) ? 'itself' : deed.chain.length >= DEEPEST ? 'depth' : undefined
  const cutTo = (row: DataRow): DataRow => partsOf(row, needs, model, register.name)
  return [
    {
      automation: name,
      id,
      record: cutTo(now),
      ...(before ? { before: cutTo(before) } : {}),
      ...(cut ? { cut } : {}),
    },
  ]
}

/** Tells whether a change took a way: it says so, or its states do. */
const tookWay = (
  { field, way }: NonNullable<ListeningAutomation['way']>,
  ways: NotedChange['ways'],
  before: DataRow | undefined,
  now: DataRow,
): boolean =>
  before?.[field.name] !== now[field.name] &&
  now[field.name] === way.to &&
  (ways ? ways.includes(way.id) : before !== undefined && (way.from?.some(one => one === before[field.name]) ?? true))

function hears(
  on: ListeningAutomation['automation']['on'],
  as: NotedChange['as'],
  before: DataRow | undefined,
  now: DataRow,
): boolean {
  const differs = (name: string): boolean => !before || JSON.stringify(before[name] ?? null) !== JSON.stringify(now[name] ?? null)
  if ('state' in on) {
    if (as === 'removed' || now[on.state] !== on.to) return false
    if (as === 'made') return on.from === undefined
    return differs(on.state) && (on.from === undefined || before?.[on.state] === on.from)
  }
  if (!('event' in on)) return false
  if (as === 'removed') return on.event === 'removed'
  if (as === 'made') return on.event === 'made' || on.event === 'saved'
  return (on.event === 'changed' || on.event === 'saved') && (on.fields?.some(differs) ?? true)
}
