import type { Register } from '../../../model/model.ts'
import type { Notice } from '../../../model/views/notice.ts'
import { placeholdersOf } from '../../../model/views/notice.ts'
import { isStoreActive } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { rememberedStore } from '../../query/remembered/rememberedStore.ts'
import { tableOf } from '../../query/table.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import type { Service } from '../../service.ts'
import { type NoticePlace, noticeOutcome, noticePlace } from './noticeHits.ts'
import { isHeard, listenersOf, type NoticedChanges, noticeQueue } from './noticeQueue.ts'
import { type PersonalNews, personalOutcome } from './personalNews.ts'
import { readAsStore } from './readAsStore.ts'
import { readersOf } from './readers.ts'
import { tellPeople } from './tellPeople.ts'

/** Looks at what was saved, once that stands, and tells people of it, or single ones what concerns them. */
export const startNoticeWorker = (q: Queries, service: Service): QueueWorker =>
  startQueueWorker({
    queue: noticeQueue,
    q,
    log: service.log,
    run: (item, id) => ('news' in item ? tellNews(item, id, service) : lookAtChanges(item, id, service)),
    failureOf: error => ({ why: error instanceof Error ? error.message : String(error), forever: false, log: { err: error } }),
  })

async function lookAtChanges({ lojaId, table, records }: NoticedChanges, key: string, service: Service): Promise<void> {
  const model = service.model()
  const listening = listenersOf(model, table)
  const store = await rememberedStore(service.database, model, lojaId)
  const found = await service.database.read({ stores: [lojaId] }, async q => {
    const place = await noticePlace(
      q,
      model,
      store,
      listening.map(({ notice }) => notice),
    )
    if (!place) return undefined
    const outcomes = []
    for (const [register, notices] of Map.groupBy(listening, each => each.register)) {
      const looked = await recordsFor(
        q,
        place,
        register,
        records.map(({ id }) => id),
        notices.map(({ notice }) => notice),
      )
      for (const one of notices) {
        const heard = records.filter(record => isHeard(one, record))
        const all = heard.flatMap(({ id, before }) => {
          const row = looked.get(id)
          return row ? [{ row, before }] : []
        })
        outcomes.push(noticeOutcome(one.notice, all, place))
      }
    }
    return { place, outcomes }
  })
  if (found) await tellPeople(found.outcomes, { service, place: found.place, key })
}

/** Nobody is told who does not see the record by then, or lost what they had to pass. */
async function tellNews(item: PersonalNews, key: string, service: Service): Promise<void> {
  const model = service.model()
  const register = model.registers[item.register]
  const store = await rememberedStore(service.database, model, item.lojaId)
  if (!register || !store || !isStoreActive(store)) return
  const readers = await readersOf(item.record, tableOf(model, register.name), { service, model, store }, item.to)
  const people = readers.map(({ id }) => id).filter(id => id !== item.not)
  const place = { model, store, limits: new Map<string, DataRow>(), record: {} }
  await tellPeople(personalOutcome(item, people, model), { service, place, key })
}

/** Records with what these notices ask of them, by their keys. */
export const recordsFor = (
  q: Queries,
  place: NoticePlace,
  register: string,
  ids: readonly unknown[],
  notices: readonly Notice[],
): Promise<Map<string, DataRow>> =>
  readAsStore(q, place, register, ids, { relations: relationsOf(tableOf(place.model, register).register, notices) })

/** Relations that notices name besides a record's own fields: what it refers to, and its lists. */
function relationsOf({ fields, lists }: Register, notices: readonly Notice[]): string[] {
  const named = new Set(
    notices.flatMap(({ text, when = '' }) => [
      ...placeholdersOf(text).map(({ name }) => name.split('.')[0] ?? ''),
      ...(when.match(/\w+/g) ?? []),
    ]),
  )
  const relations = [...fields.flatMap(({ reference }) => reference?.as ?? []), ...lists.map(list => list.name)]
  return relations.filter(name => named.has(name) && !fields.some(field => field.name === name))
}
