import { formatMessage } from '../../../model/formatMessage.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { rememberedStore } from '../../query/remembered/rememberedStore.ts'
import { storeCaller } from '../../query/remembered/storeCaller.ts'
import { storeModel } from '../../query/remembered/storeModel.ts'
import { allDone, type TogetherOutcome } from '../../queue/attempts.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import type { Service } from '../../service.ts'
import { type UnitOfWork, type WriteContext, withUnitOfWork } from '../../write/unitOfWork.ts'
import { automationCaller } from './automationCaller.ts'
import { automationsOn } from './automationsOn.ts'
import { runQueue } from './runQueue.ts'
import { endRuns, type LaneOfRuns, nextSteps, type RunStep, stepLeft, type TakenRun } from './runSteps.ts'
import { type ReadiedStep, type StepSequel, settleSteps } from './settleSteps.ts'
import { beforehand, type Outside, ownActs } from './steps/performStep.ts'
import { refusalOf } from './steps/writeStep.ts'

/** Lanes of which runs are done at once. */
const ABREAST = 8

/** Runs of one lane that are taken at once. */
const AT_ONCE = 10

/** Milliseconds after which no further run that was taken is begun: others may take it. */
const LONGEST = 1000

/** A step may be tried again after so long: its run is put off. */
class TryAgain extends Error {
  readonly seconds: number
  constructor(seconds: number, why: string) {
    super(why)
    this.seconds = seconds
  }
}

/** Does the steps of runs. */
export const startRunWorker = (q: Queries, service: Service, outside: Outside): QueueWorker =>
  startQueueWorker({
    queue: runQueue,
    q,
    log: service.log,
    lanes: ABREAST,
    most: AT_ONCE,
    async run(item, key) {
      const { failed } = await goOn([{ item, key }], service, outside)
      if (failed.has(key)) throw failed.get(key)
    },
    together: items =>
      goOn(
        items.map(({ item, id }) => ({ item, key: id })),
        service,
        outside,
      ),
    failureOf: error => ({
      why: error instanceof Error ? error.message : String(error),
      forever: false,
      ...(error instanceof TryAgain ? { after: error.seconds } : { log: { err: error } }),
    }),
  })

/** The runs of one lane that are being done, and what became of them by now. */
interface Going extends LaneOfRuns {
  readonly outside: Outside
  readonly failed: Map<string, unknown>
  readonly left: Set<string>
}

/** Does the runs of one lane, step by step: of each the first, then of each the second. */
async function goOn(taken: readonly TakenRun[], service: Service, outside: Outside): Promise<TogetherOutcome> {
  const product = service.model()
  const lojaId = taken[0]?.item.lojaId ?? 0
  const [store, model] = await Promise.all([
    rememberedStore(service.database, product, lojaId),
    storeModel(service.database, product, lojaId),
  ])
  if (!store) return allDone
  const caller = await storeCaller(service.database, model, { lojaId, requestId: 'automations' })
  const going: Going = { service, model, store, caller, outside, failed: new Map(), left: new Set() }
  const until = performance.now() + LONGEST
  for (let next = await firstSteps(going, taken); next.length > 0; ) next = await doSteps(going, next, until)
  return going
}

/** The first steps that are left of runs whose turn it is. */
async function firstSteps(going: Going, taken: readonly TakenRun[]): Promise<readonly RunStep[]> {
  const { model, failed, left } = going
  const { next, ended, undone, off, waiting } = await nextSteps(going, taken)
  for (const { key, seconds } of waiting)
    if (seconds === undefined) left.add(key)
    else failed.set(key, new TryAgain(seconds, 'an earlier run about the record is not done'))
  const cut = (code: string): DataRow => ({ situacao: 'CORTADA', motivo: formatMessage(model, code) })
  if (ended.length + undone.length + off.length > 0)
    await asServer(going, async work => {
      await endRuns(ended, { situacao: 'FEITA' }, work)
      await endRuns(undone, cut('automation.undone'), work)
      await endRuns(off, cut('automation.switched-off'), work)
    })
  return next
}

/** Does a step of each run, and gives the steps that follow. When it is late, the runs behind the first are left to others. */
async function doSteps(going: Going, all: readonly RunStep[], until: number): Promise<RunStep[]> {
  const shared: ReadiedStep[] = []
  const apart: ReadiedStep[] = []
  for (const [at, next] of all.entries()) {
    if (at > 0 && performance.now() >= until) {
      going.left.add(next.key)
      continue
    }
    try {
      const readied = await readyStep(going, next)
      const list = isOwnAct(readied) ? apart : shared
      list.push(readied)
    } catch (error) {
      going.failed.set(next.key, error)
    }
  }
  const settled = await settleTogether(going, shared)
  for (const readied of apart) settled.push(...(await settleAlone(going, readied)))
  return settled
}

/** Does what a step does outside of any transaction; a call that was answered is noted with the notice that follows it. */
async function readyStep(going: Going, next: RunStep): Promise<ReadiedStep> {
  const ready = await beforehand(going, next, going.outside)
  const following = 'done' in ready && ready.done ? stepLeft(next, next.step.id) : undefined
  if (!('done' in ready && ready.done) || following?.step.kind !== 'notify') return { next, ready }
  const telling = { ...following, called: { step: next.step, outcome: ready } }
  return { next: telling, ready: await beforehand(going, telling, going.outside) }
}

const isOwnAct = ({ next, ready }: ReadiedStep): boolean => ownActs.has(next.step.kind) && !('done' in ready)

/** Settles steps in one transaction; where it fails, each has its own. Gives the steps that follow. */
async function settleTogether(going: Going, all: readonly ReadiedStep[]): Promise<RunStep[]> {
  if (all.length > 1)
    try {
      return follow(going, all, await asServer(going, work => settleSteps(going, all, work)))
    } catch (error) {
      going.service.log.info({ runs: all.length, err: error }, 'steps not settled as one')
    }
  const following: RunStep[] = []
  for (const readied of all) following.push(...(await settleAlone(going, readied)))
  return following
}

/** Settles a step in a transaction of its own: what it refuses is the outcome of the step. */
async function settleAlone(going: Going, readied: ReadiedStep): Promise<RunStep[]> {
  const { service, model, failed } = going
  const { key, item, step, automation, chain } = readied.next
  const settling = (ready: ReadiedStep['ready']) => (work: UnitOfWork) =>
    settleSteps(going, [{ next: readied.next, ready }], work)
  try {
    try {
      const context = isOwnAct(readied)
        ? { ...(await contextOfAutomation(going, automation)), chain: [...chain, automation] }
        : going
      return follow(going, [readied], await inStore(going, context, settling(readied.ready)))
    } catch (error) {
      if ('done' in readied.ready) throw error
      const why = refusalOf(error, model)
      if (why === undefined) service.log.warn({ err: error, automation, run: item.id, step: step.name }, 'step not done')
      const outcome = { done: false, why: why ?? formatMessage(model, 'unexpected'), again: why === undefined } as const
      return follow(going, [readied], await asServer(going, settling(outcome)))
    }
  } catch (error) {
    failed.set(key, error)
    return []
  }
}

/** The steps that follow; a run that is tried again has failed by now. */
function follow({ failed }: Going, all: readonly ReadiedStep[], settled: readonly StepSequel[]): RunStep[] {
  return all.flatMap(({ next: { key } }, at) => {
    const { next, again } = settled[at] ?? {}
    if (again) failed.set(key, new TryAgain(again.after, again.why))
    return next ?? []
  })
}

const inStore = <T>({ store }: Going, context: WriteContext, run: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  withUnitOfWork(context, { stores: [store.id] }, run)

const asServer = <T>(going: Going, run: (work: UnitOfWork) => Promise<T>): Promise<T> => inStore(going, going, run)

/** The context of what an automation writes. */
async function contextOfAutomation({ service, model, store }: Going, automation: string): Promise<WriteContext> {
  const on = await service.database.read({ stores: [store.id] }, q => automationsOn(q, service.database, model, store.id))
  const id = on.get(automation)?.id ?? 0
  return { service, model, caller: await automationCaller(service, model, store.id, { id, automation }) }
}
