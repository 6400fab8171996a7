import { recordsIn } from '../../../base/record.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { storeCaller } from '../../access/storeCaller.ts'
import { findStores, type Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import type { Service } from '../../service.ts'
import { changeFields, changeRecords } from '../../write/changeRecords.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { type UnitOfWork, withUnitOfWork } from '../../write/unitOfWork.ts'
import { automationCaller } from './automationCaller.ts'
import { automationsOn } from './automationsOn.ts'
import type { SendWebhook } from './outgoing.ts'
import { type QueuedRun, runQueue } from './runQueue.ts'
import { runTables } from './runTables.ts'
import { mailStep } from './steps/mailStep.ts'
import { notifyStep } from './steps/notifyStep.ts'
import { type StepOutcome, stepDone } from './steps/stepOutcome.ts'
import { refusalOf, writeStep } from './steps/writeStep.ts'
import { webhookOf } from './webhooks.ts'

/** Seconds before each further attempt, as Standard Webhooks advise: a day after the first one a step is given up. */
export const retryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 23_000] as const

/** Runs of which one step each is done at once. */
const ABREAST = 8

/** A step may be tried again after so long: its run is put off. */
class TryAgain extends Error {
  readonly seconds: number
  constructor(seconds: number, why: string) {
    super(why)
    this.seconds = seconds
  }
}

/** Does the steps of runs. */
export const startRunWorker = (q: Queries, service: Service, send: SendWebhook): QueueWorker =>
  startQueueWorker({
    queue: runQueue,
    q,
    log: service.log,
    lanes: ABREAST,
    run: item => goOn(item, service, send),
    failureOf: error => ({
      why: error instanceof Error ? error.message : String(error),
      forever: false,
      ...(error instanceof TryAgain ? { after: error.seconds } : { log: { err: error } }),
    }),
  })

/** A step of a run as it stands. */
interface StandingStep {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly sent: string | null
  readonly failure: string | null
  readonly attempts: number
}

interface RunPlace {
  readonly service: Service
  readonly model: Model
  readonly store: Store
  readonly item: QueuedRun
  readonly send: SendWebhook
}

async function goOn(item: QueuedRun, service: Service, send: SendWebhook): Promise<void> {
  const model = service.model()
  const [store] = await findStores(service.database.system, model, [item.lojaId])
  if (!store) return
  const place = { service, model, store, item, send }
  while (await nextStep(place)) {
    // One after another, until none is left.
  }
}

/** Does the next step of the run; false where there is none, or none may follow. */
async function nextStep(place: RunPlace): Promise<boolean> {
  const { model, item } = place
  const { runs } = runTables(model)
  const asServer = await contextOf(place, undefined)
  const found = await withUnitOfWork(asServer, { stores: [item.lojaId] }, async work => {
    const [run] = await lockRecords(runs, [item.id], work, 'all')
    if (run?.situacao !== 'ESPERA') return undefined
    const step = stepsOf(run).find(({ situacao }) => situacao === 'ESPERA')
    if (!step)
      await changeRecords(runs, [item.id], { situacao: 'FEITA', terminada_em: new Date().toISOString() }, work, {
        history: false,
      })
    return step && { step: standing(step), automation: String(run.automacao), chain: chainOf(run) }
  })
  if (!found) return false
  const { step, automation, chain } = found
  const id = `msg_${item.id}_${step.id}`
  const context = { ...(await contextOf(place, automation)), chain: [...chain, automation] }
  if (step.kind === 'set' || step.kind === 'create' || step.kind === 'mail')
    return inOneTransaction({ place, step, automation, id, context })
  const outcome = step.sent === null ? tooLarge(step) : await outside(place, step, automation, id)
  return withUnitOfWork(await contextOf(place, undefined), { stores: [item.lojaId] }, work =>
    settle(place, step, automation, outcome, work),
  ).then(throwAgain)
}

interface WritingStep {
  readonly place: RunPlace
  readonly step: StandingStep
  readonly automation: string
  readonly id: string
  readonly context: Awaited<ReturnType<typeof contextOf>> & { readonly chain: readonly string[] }
}

/** Does what writes, with the note that it was done: both stand or neither, so it is done exactly once. */
async function inOneTransaction({ place, step, automation, id, context }: WritingStep): Promise<boolean> {
  const { item, model } = place
  const { runs } = runTables(model)
  const scope = { stores: [item.lojaId] }
  try {
    const verdict = await withUnitOfWork(context, scope, async work => {
      const [run] = await lockRecords(runs, [item.id], work, 'all')
      const waits = run?.situacao === 'ESPERA' && stepsOf(run).some(each => each.id === step.id && each.situacao === 'ESPERA')
      if (!waits) return { next: false }
      const outcome = step.sent === null ? tooLarge(step) : await written(step, automation, id, work)
      return settle(place, step, automation, outcome, work)
    })
    return throwAgain(verdict)
  } catch (error) {
    if (error instanceof TryAgain) throw error
    const why = refusalOf(error, model)
    const outcome: StepOutcome = { done: false, why: why ?? formatMessage(model, 'unexpected'), again: why === undefined }
    const verdict = await withUnitOfWork(await contextOf(place, undefined), scope, work =>
      settle(place, step, automation, outcome, work),
    )
    if (why === undefined) place.service.log.warn({ err: error, automation, run: item.id }, 'step not done')
    return throwAgain(verdict)
  }
}

function written({ kind, sent }: StandingStep, automation: string, id: string, work: UnitOfWork): Promise<StepOutcome> {
  const content = JSON.parse(sent ?? '{}')
  const running = { content, id, automation, work }
  return kind === 'mail' ? mailStep(running) : writeStep(running)
}

async function outside(
  { service, model, store, item, send }: RunPlace,
  step: StandingStep,
  automation: string,
  id: string,
): Promise<StepOutcome> {
  const content = JSON.parse(step.sent ?? '{}')
  if (step.kind === 'notify') return notifyStep({ content, id, service, model, store })
  const webhook = await webhookOf(service, model, item.lojaId, automation)
  const refused = (code: string): StepOutcome => ({ done: false, why: formatMessage(model, code), again: false })
  if (!webhook) return refused('automation.no-address')
  if (webhook.secrets.length === 0) return refused('automation.no-secret')
  const answer = await send({ ...webhook, id, body: JSON.stringify(content) })
  if (!answer) return { done: false, why: formatMessage(model, 'automation.not-reached'), again: true }
  const { status, text } = answer
  if (status >= 200 && status < 300) return stepDone(`${status} ${text}`.trim())
  const why = formatMessage(model, 'automation.answered', { status })
  // 410: who receives wants no more of it.
  return { done: false, why, again: status !== 410, answer: `${status} ${text}`.trim() }
}

const tooLarge = ({ failure }: StandingStep): StepOutcome => ({ done: false, why: failure ?? '', again: false })

/** Whether another step follows, or after how many seconds this one is tried again. */
type Verdict = { readonly next: boolean } | { readonly after: number; readonly why: string }

const throwAgain = (verdict: Verdict): boolean => {
  if ('after' in verdict) throw new TryAgain(verdict.after, verdict.why)
  return verdict.next
}

/** Notes the outcome of a step, and what follows from it for the run. */
async function settle(
  { model, item }: RunPlace,
  step: StandingStep,
  automation: string,
  outcome: StepOutcome,
  work: UnitOfWork,
): Promise<Verdict> {
  const { runs, steps } = runTables(model)
  const { lojaId } = item
  const attempts = step.attempts + 1
  const keep = (values: DataRow): Promise<number> =>
    changeFields(steps, [step.id], { tentativas: attempts, ...values }, { ...work, lojaId })
  const answer = outcome.answer === undefined ? {} : { resposta: outcome.answer }
  if (outcome.done) {
    await keep({ situacao: 'FEITO', falha: null, proxima_em: null, ...answer })
    return { next: true }
  }
  const why = outcome.why.slice(0, 300)
  const after = outcome.again ? retryDelays[attempts - 1] : undefined
  if (after !== undefined) {
    await keep({ falha: why, proxima_em: new Date(Date.now() + after * 1000).toISOString(), ...answer })
    await changeRecords(runs, [item.id], {}, work, { history: false })
    return { after, why }
  }
  await keep({ situacao: 'FALHOU', falha: why, proxima_em: null, ...answer })
  const onFailure = model.automations[automation]?.steps.find(({ id }) => id === step.name)?.onFailure ?? 'tell'
  if (onFailure === 'go-on') return { next: true }
  const motivo = `${formatMessage(model, 'automation.left', { step: step.name })} ${why}`.slice(0, 300)
  const failed = { situacao: 'FALHOU', motivo, avisar: onFailure === 'tell', terminada_em: new Date().toISOString() }
  await changeRecords(runs, [item.id], failed, work, { history: false })
  return { next: false }
}

/** The context of writing: as the automation, or for its log as the server itself. */
async function contextOf({ service, model, item }: RunPlace, automation: string | undefined) {
  const { lojaId } = item
  if (automation === undefined)
    return { service, model, caller: await storeCaller(service.database.system, model, { lojaId, requestId: 'automations' }) }
  const on = await service.database.read({ stores: [lojaId] }, q => automationsOn(q, service.database, model, lojaId))
  const id = on.get(automation)?.id ?? 0
  return { service, model, caller: await automationCaller(service, model, lojaId, { id, automation }) }
}

const stepsOf = (run: DataRow): DataRow[] => recordsIn(run.passos)

const standing = (step: DataRow): StandingStep => ({
  id: Number(step.id),
  kind: String(step.tipo),
  name: String(step.passo),
  sent: typeof step.enviado === 'string' ? step.enviado : null,
  failure: typeof step.falha === 'string' ? step.falha : null,
  attempts: Number(step.tentativas ?? 0),
})

const chainOf = (run: DataRow): string[] => {
  const chain: unknown = JSON.parse(String(run.cadeia ?? '[]'))
  return Array.isArray(chain) ? chain.map(String) : []
}
