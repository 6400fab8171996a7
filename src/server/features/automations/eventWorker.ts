import type { Model } from '../../../model/model.ts'
import { registerOfStart } from '../../../model/views/automation.ts'
import { isStoreActive, type Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planOwnFields } from '../../query/planRecord.ts'
import { readRemembered } from '../../query/remembered/rememberedReads.ts'
import { rememberedStore, storeQuestion } from '../../query/remembered/rememberedStore.ts'
import { tableOf } from '../../query/table.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import type { Service } from '../../service.ts'
import { storeViewer } from '../notices/noticeHits.ts'
import { automationsOn } from './automationsOn.ts'
import { type AutomationEvents, eventQueue } from './eventQueue.ts'
import { makeRuns, type NewRun } from './makeRuns.ts'
import { planSteps, type StartMoment, startHolds } from './planRun.ts'

/** Seconds after which starts above the hour's quota are tried again. */
const FULL = 300

/** Looks at what automations listen to, once it stands, and makes runs of those whose conditions hold. */
export const startEventWorker = (q: Queries, service: Service): QueueWorker =>
  startQueueWorker({
    queue: eventQueue,
    q,
    log: service.log,
    run: (item, id) => lookAtEvents(item, id, service),
    failureOf: error => ({
      why: error instanceof Error ? error.message : String(error),
      forever: false,
      log: { err: error },
      ...(error instanceof ApiError && error.statusCode === 429 ? { after: FULL } : {}),
    }),
  })

async function lookAtEvents(
  { lojaId, chain, user, at, action, starts }: AutomationEvents,
  key: string,
  service: Service,
): Promise<void> {
  const model = service.model()
  const { database } = service
  const store = await rememberedStore(database, model, lojaId)
  if (!store || !isStoreActive(store)) return
  const { on, own } = await database.read({ stores: [lojaId] }, async q => ({
    on: await automationsOn(q, database, model, lojaId),
    own: await readRemembered(database, storeQuestion(model, lojaId, 'record'), () => storeRecord(q, model, store)),
  }))
  const because = action === undefined ? undefined : { id: action, userId: user.id }
  const runs = starts.flatMap(({ automation: name, id, record, before, cut }): NewRun[] => {
    const automation = Object.hasOwn(model.automations, name) ? model.automations[name] : undefined
    // Switched off, or gone from the definitions, since.
    if (!automation || !on.has(name)) return []
    const register = registerOfStart(automation.on)
    const moment: StartMoment = { record, before, store: own, zone: store.zone, at, user: { ...user, nome: user.name } }
    if (!startHolds(model, automation, moment)) return []
    return [
      {
        automation,
        key: `${key}:${name}:${id}`,
        about: register === undefined ? undefined : { register, id },
        chain,
        cut,
        because,
        steps: planSteps(model, automation, moment),
      },
    ]
  })
  await makeRuns(runs, { service, model, store, on })
}

/** The store's own record, of which conditions may ask. */
export async function storeRecord(q: Queries, model: Model, store: Store): Promise<DataRow> {
  const self = Object.values(model.registers).find(({ scope, from, parent }) => scope === 'self' && !from && !parent)
  if (!self) return {}
  const context = { model, table: tableOf(model, self.name), zone: store.zone }
  const [record = {}] = await fetchPlanRows(planOwnFields([store.id], context, storeViewer(model, store)), q)
  return record
}
