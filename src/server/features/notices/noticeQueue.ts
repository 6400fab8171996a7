import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { conditionHolds, readsOf } from '../../../model/expression.ts'
import type { Model } from '../../../model/model.ts'
import type { Notice } from '../../../model/views/notice.ts'
import type { Queries } from '../../database/queries.ts'
import { createDurableQueue } from '../../queue/durableQueue.ts'
import type { NotedChange } from '../../service.ts'
import type { PersonalNews } from './personalNews.ts'

/** A record that was saved, with what a notice asks of its values before. */
export interface SavedForNotice {
  readonly id: string
  readonly made: boolean
  readonly before?: Readonly<Record<string, unknown>>
}

/** Records of a table that were saved in a transaction, of which somebody may have to be told. */
export interface NoticedChanges {
  readonly lojaId: number
  readonly table: string
  readonly records: readonly SavedForNotice[]
}

/** Records of one transaction that are looked at in one go. */
const MOST = 500

/** Saves to be looked at once they stand, and what single people are told. Stores take turns: a large import of one holds up no other. */
export const noticeQueue = createDurableQueue<NoticedChanges | PersonalNews>({
  name: 'notice',
  lease: 120,
  firstDelay: 2,
  longestDelay: 3600,
  keepDays: 3,
  laneOf: ({ lojaId }) => String(lojaId),
})

/** A notice that a record's change starts, with its register and the fields that it asks of the record before. */
export interface ListeningNotice {
  readonly notice: Notice
  readonly register: string
  readonly event: 'made' | 'changed' | 'saved'
  readonly before: readonly string[]
  /** The fields of the record that its condition asks for, where it asks for nothing else. */
  readonly own?: readonly string[]
}

const listening = new WeakMap<Model, ReadonlyMap<string, readonly ListeningNotice[]>>()

/** The notices that saves start, by the table of their records: views of one table share it. */
const listeners = (model: Model): ReadonlyMap<string, readonly ListeningNotice[]> =>
  memoizeByKey(listening, model, () => {
    const all = Object.values(model.notices).flatMap((notice): ListeningNotice[] => {
      const { on } = notice
      if (!('event' in on)) return []
      const before = new Set([...(notice.when ?? '').matchAll(/\bbefore\.(\w+)/g)].map(([, name]) => name ?? ''))
      const reads = notice.when === undefined ? [] : readsOf(model, on.register, notice.when)
      const own = reads.flatMap(([name, ...further]) => (name !== undefined && further.length === 0 ? [name] : []))
      const asksOwn = own.length > 0 && own.length === reads.length
      return [{ notice, register: on.register, event: on.event, before: [...before], ...(asksOwn ? { own } : {}) }]
    })
    return Map.groupBy(all, ({ register }) => model.registers[register]?.table ?? '')
  })

export const listenersOf = (model: Model, table: string): readonly ListeningNotice[] => listeners(model).get(table) ?? []

const hears = (event: ListeningNotice['event'], made: boolean): boolean => event === 'saved' || (event === 'made') === made

/** Tells whether a notice looks at a record that was made, or changed. */
export const isHeard = ({ event }: ListeningNotice, { made }: Pick<SavedForNotice, 'made'>): boolean => hears(event, made)

/** Notes what was saved, as part of the transaction that did; nothing where nobody listens. Tells whether there is something to look at. */
export function noteChanges(q: Queries, changes: readonly NotedChange[], place: NotingPlace): Promise<boolean> | undefined {
  const { model } = place
  const items: NoticedChanges[] = []
  const groups = Map.groupBy(changes.filter(isOfStore), ({ register, lojaId }) => `${lojaId} ${model.registers[register]?.table}`)
  for (const group of groups.values()) {
    const [{ register, lojaId } = { register: '', lojaId: 0 }] = group
    const table = model.registers[register]?.table ?? ''
    const listeners = listenersOf(model, table)
    if (listeners.length === 0) continue
    const records = new Map<string, SavedForNotice>()
    for (const change of group) {
      const { id, as, before } = change
      if (as === 'removed') records.delete(id)
      else if (listeners.some(one => hears(one.event, as === 'made') && concerns(one, change, place)))
        records.set(id, keep(records.get(id), { id, made: as === 'made', ...namedOf(before, listeners) }))
    }
    const all = [...records.values()]
    for (let start = 0; start < all.length; start += MOST)
      items.push({ lojaId: Number(lojaId), table, records: all.slice(start, start + MOST) })
  }
  return items.length > 0 ? noticeQueue.add(q, items).then(() => true) : undefined
}

/** Where changes are noted: with what conditions are worked out. */
interface NotingPlace {
  readonly model: Model
  readonly zone: string
}

/** Tells whether a notice may have to tell of a change, or to forget: not where its condition is known to hold neither before nor after. */
function concerns(
  { notice, register, own }: ListeningNotice,
  { as, before, after }: NotedChange,
  { model, zone }: NotingPlace,
): boolean {
  const mayHold = (record: NotedChange['after']): boolean =>
    !record || !own?.every(name => name in record) || conditionHolds(model, register, notice.when, { record, zone })
  return mayHold(after) || (as !== 'made' && mayHold(before))
}

const isOfStore = ({ lojaId }: NotedChange): boolean => lojaId !== null && lojaId > 0

/** A record that was saved twice in a transaction was what the first save found. */
const keep = (first: SavedForNotice | undefined, next: SavedForNotice): SavedForNotice => first ?? next

/** The values before that conditions ask for. */
function namedOf(before: NotedChange['before'], listeners: readonly ListeningNotice[]): Pick<SavedForNotice, 'before'> {
  const names = new Set(listeners.flatMap(each => each.before))
  if (!before || names.size === 0) return {}
  return { before: Object.fromEntries([...names].map(name => [name, before[name] ?? null])) }
}
