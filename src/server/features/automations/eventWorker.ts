import type { Model } from '../../../model/model.ts'
import { registerOfStart } from '../../../model/views/automation.ts'
import { isStoreActive, type Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { readRemembered } from '../../query/remembered/rememberedReads.ts'
import { rememberedStore, storeQuestion } from '../../query/remembered/rememberedStore.ts'
import { allDone, type IdentifiedItem } from '../../queue/attempts.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import type { Service } from '../../service.ts'
import { storeRecord } from '../notices/readAsStore.ts'
import { automationsOn, type SwitchedOn } from './automationsOn.ts'
import { type AutomationEvents, eventQueue } from './eventQueue.ts'
import { makeRuns, type NewRun } from './makeRuns.ts'
import { planSteps, type StartMoment, startHolds } from './planRun.ts'

/** Seconds after which starts above the hour's quota are tried again. */
const FULL = 300

/** Transactions whose starts are looked at as one. */
const TOGETHER = 20

/** Milliseconds after a start in which others may join it. */
const GATHER = 500

/** Looks at what automations listen to, once it stands, and makes runs of those whose conditions hold. */
export const startEventWorker = (q: Queries, service: Service): QueueWorker =>
  startQueueWorker({
    queue: eventQueue,
    q,
    log: service.log,
    run: (item, id) => lookAtEvents(item.lojaId, [{ item, id }], service),
    most: TOGETHER,
    together: items => lookAtEvents(items[0]?.item.lojaId ?? 0, items, service).then(() => allDone),
    gather: GATHER,
    failureOf: error => ({
      why: error instanceof Error ? error.message : String(error),
      forever: false,
      log: { err: error },
      ...(error instanceof ApiError && error.statusCode === 429 ? { after: FULL } : {}),
    }),
  })

/** Looks at what one store noted: the runs of all of it are made in one transaction. */
async function lookAtEvents(
  lojaId: number,
  events: readonly IdentifiedItem<AutomationEvents>[],
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
  const runs = events.flatMap(({ item, id }) => runsOf(item, id, { model, store, on, own }))
  await makeRuns(runs, { service, model, store, on })
}

interface Around {
  readonly model: Model
  readonly store: Store
  readonly on: ReadonlyMap<string, SwitchedOn>
  /** The store's own record. */
  readonly own: DataRow
}

/** The runs of the starts whose conditions hold. */
function runsOf({ chain, user, at, action, starts }: AutomationEvents, key: string, { model, store, on, own }: Around): NewRun[] {
  const because = action === undefined ? undefined : { id: action, userId: user.id }
  return starts.flatMap(({ automation: name, id, record, before, cut }): NewRun[] => {
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
}
