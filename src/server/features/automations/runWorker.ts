import { recordsIn } from '../../../base/record.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import type { Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { rememberedStore } from '../../query/remembered/rememberedStore.ts'
import { storeCaller } from '../../query/remembered/storeCaller.ts'
import { storeModel } from '../../query/remembered/storeModel.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import type { Service } from '../../service.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { changeFields, changeRecords } from '../../write/changeRecords.ts'
import { lockOwnFields, readOwnFields } from '../../write/lockRecords.ts'
import { type UnitOfWork, withUnitOfWork } from '../../write/unitOfWork.ts'
import type { MailAttachment } from '../mail/mailTemplates.ts'
import { type Delivery, rememberedDelivery } from '../notices/tellPeople.ts'
import { automationCaller } from './automationCaller.ts'
import { automationsOn } from './automationsOn.ts'
import { LAZY_COMMIT } from './makeRuns.ts'
import type { SendWebhook } from './outgoing.ts'
import { type QueuedRun, runQueue } from './runQueue.ts'
import { runTables } from './runTables.ts'
import { mailStep } from './steps/mailStep.ts'
import { notifyStep } from './steps/notifyStep.ts'
import { type PrintDocument, type StepOutcome, stepDone } from './steps/stepOutcome.ts'
import { wayStep } from './steps/wayStep.ts'
import { refusalOf, writeStep } from './steps/writeStep.ts'
import { isUndone } from './undoneAction.ts'
import { webhookOf } from './webhooks.ts'

/** Seconds before each further attempt, as Standard Webhooks advise: a day after the first one a step is given up. */
export const retryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 23_000] as const

/** The longest that a receiver may have a call wait by `Retry-After`, in seconds. */
const longestDelay = Math.max(...retryDelays)

/** Seconds after which a run looks again whether it is its turn. */
const TURN = 1

/** The longest that it waits for one that is tried again later, which may be done or given up sooner by hand. */
const LONGEST_TURN = 60

/** Runs of which one step each is done at once. */
const ABREAST = 8

/** Runs of one lane that are taken at once, and done one after the other. */
const AT_ONCE = 10

/** A step may be tried again after so long: its run is put off. */
class TryAgain extends Error {
  readonly seconds: number
  constructor(seconds: number, why: string) {
    super(why)
    this.seconds = seconds
  }
}

/** How calls leave, and how documents are drawn. */
export interface Outside {
  readonly send: SendWebhook
  readonly print: PrintDocument
}

/** Does the steps of runs. */
export const startRunWorker = (q: Queries, service: Service, outside: Outside): QueueWorker =>
  startQueueWorker({
    queue: runQueue,
    q,
    log: service.log,
    lanes: ABREAST,
    most: AT_ONCE,
    run: item => goOn(item, service, outside),
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
  readonly outside: Outside
}

async function goOn(item: QueuedRun, service: Service, outside: Outside): Promise<void> {
  const product = service.model()
  const [store, model] = await Promise.all([
    rememberedStore(service.database, product, item.lojaId),
    storeModel(service.database, product, item.lojaId),
  ])
  if (!store) return
  const place = { service, model, store, item, outside }
  let next = await firstStep(place)
  while (next) next = await doStep(place, next)
}

/** The step of a run that is next, and what it is part of. */
interface NextStep {
  readonly run: DataRow
  readonly step: StandingStep
  readonly automation: string
  readonly chain: readonly string[]
  /** The call before it, which was answered: it is noted with this step. */
  readonly called?: { readonly step: StandingStep; readonly outcome: StepOutcome }
}

/** The first step that is left of a run whose turn it is: whoever does it sees to it that the run still waits for it. */
async function firstStep(place: RunPlace): Promise<NextStep | undefined> {
  const { model, item, service } = place
  const context = await contextOf(place, undefined)
  const scope = { stores: [item.lojaId] }
  const { run, turn, undone } = await service.database.read(scope, async q => {
    // Side by side they are one packet.
    const [[own], passos, turn, undone] = await Promise.all([
      readOwnFields([item.id], runTables(model).runs, { ...context, q }),
      readSteps(place, q),
      turnAfterEarlier(place, q),
      item.because && item.about && isUndone(q, { model, lojaId: item.lojaId }, item.about, item.because),
    ])
    return { run: own && withSteps(own, passos), turn, undone }
  })
  if (run?.situacao !== 'ESPERA') return undefined
  if (isUntouched(run) && undone) {
    const motivo = formatMessage(model, 'automation.undone')
    await withUnitOfWork(context, scope, work => endRun(run, { situacao: 'CORTADA', motivo }, work))
    return undefined
  }
  if (turn > 0 && isUntouched(run)) throw new TryAgain(turn, 'an earlier run about the record is not done')
  const next = stepLeft(run)
  if (!next) await withUnitOfWork(context, scope, work => endRun(run, { situacao: 'FEITA' }, work))
  return next
}

const isUntouched = (run: DataRow): boolean =>
  stepsOf(run).every(({ tentativas, situacao }) => Number(tentativas ?? 0) === 0 && situacao !== 'FEITO')

/**
 * Seconds after which a run looks again whether it is its turn; none where no run about the same record, which an earlier save caused, is still to be
 * done. One that is tried again later is not overtaken: whoever hears of a record hears of its saves in their order.
 */
async function turnAfterEarlier({ model, item }: RunPlace, q: Queries): Promise<number> {
  const { runs, steps, by } = runTables(model)
  const { rows } = await q.query<{ seconds: number | null }>(
    `SELECT (SELECT extract(epoch FROM min(s.proxima_em) - now())::float8 FROM ${steps.sql} s
       WHERE s."lojaId" = $1 AND s.${quotedIdentifier(by)} = r.id AND s.situacao = 'ESPERA') AS seconds
     FROM ${runs.sql} own JOIN ${runs.sql} r ON r."lojaId" = own."lojaId" AND r.recurso = own.recurso AND r.registro = own.registro
     WHERE own."lojaId" = $1 AND own.id = $2 AND r."lojaId" = $1 AND r.id < $2 AND r.situacao = 'ESPERA'
       AND split_part(r.chave, ':', 1) <> split_part(own.chave, ':', 1)`,
    [item.lojaId, item.id],
  )
  const next = rows.map(({ seconds }) => Math.min(LONGEST_TURN, Math.max(TURN, Math.ceil(seconds ?? 0))))
  return Math.max(0, ...next)
}

const withSteps = (run: DataRow, passos: readonly DataRow[]): DataRow => ({ ...run, passos })

/** The steps of a run as they stand, in their order. */
async function readSteps({ model, item }: RunPlace, q: Queries): Promise<DataRow[]> {
  const { steps, by, order } = runTables(model)
  const { rows } = await q.query<DataRow>(
    `SELECT id, passo, tipo, situacao, enviado, falha, tentativas FROM ${steps.sql}
     WHERE "lojaId" = $1 AND ${quotedIdentifier(by)} = $2 ORDER BY ${order === undefined ? '' : `${quotedIdentifier(order)}, `}id`,
    [item.lojaId, item.id],
  )
  return rows.map(row => ({ ...row, id: Number(row.id) }))
}

/** The step of a run that is left first, after the one that is settled by now; undefined where none is. */
function stepLeft(run: DataRow, past?: number): NextStep | undefined {
  const all = stepsOf(run)
  const step = all.slice(all.findIndex(({ id }) => id === past) + 1).find(({ situacao }) => situacao === 'ESPERA')
  return step && { run, step: standing(step), automation: String(run.automacao), chain: chainOf(run) }
}

/** Notes how a run ended. */
const endRun = (run: DataRow, values: DataRow, work: UnitOfWork): Promise<void> =>
  changeRecords(runTables(work.model).runs, [run.id], { ...values, terminada_em: new Date().toISOString() }, work, {
    history: false,
    standing: [run],
  })

/** Does a step: what writes with the note that it was done, so that both stand or neither. Gives the step that follows. */
async function doStep(place: RunPlace, next: NextStep): Promise<NextStep | undefined> {
  const { item, service } = place
  const { step, automation, chain } = next
  const id = `msg_${item.id}_${step.id}`
  const scope = { stores: [item.lojaId] }
  const asServer = () => contextOf(place, undefined)
  const isWriting = writing.has(step.kind)
  const ready = step.sent === null ? tooLarge(step) : await beforehand(place, step, { automation, id })
  if (!isWriting && 'done' in ready && ready.done) {
    const following = stepLeft(next.run, step.id)
    if (following?.step.kind === 'notify') return { ...following, called: { step, outcome: ready } }
  }
  const isOwnAct = isWriting && step.kind !== 'notify'
  const context = isOwnAct ? { ...(await contextOf(place, automation)), chain: [...chain, automation] } : await asServer()
  const settled = (outcomeOf: (work: UnitOfWork) => Promise<StepOutcome>) => (work: UnitOfWork) =>
    settleStep(place, next, outcomeOf, work)
  try {
    return followed(
      await withUnitOfWork(
        context,
        scope,
        settled(work => ('done' in ready ? Promise.resolve(ready) : written(step, { automation, id, work, ...ready }))),
      ),
    )
  } catch (error) {
    if (!isWriting || error instanceof TryAgain) throw error
    const why = refusalOf(error, place.model)
    const outcome: StepOutcome = { done: false, why: why ?? formatMessage(place.model, 'unexpected'), again: why === undefined }
    if (why === undefined) service.log.warn({ err: error, automation, run: item.id }, 'step not done')
    return followed(
      await withUnitOfWork(
        await asServer(),
        scope,
        settled(async () => outcome),
      ),
    )
  }
}

/** Notes the outcome of a step, and of the call before it, unless somebody else did or ended the run. */
async function settleStep(
  place: RunPlace,
  { step, automation, called }: NextStep,
  outcomeOf: (work: UnitOfWork) => Promise<StepOutcome>,
  work: UnitOfWork,
): Promise<{ readonly next?: NextStep | undefined; readonly again?: TryAgain }> {
  // Side by side they are one packet: the steps are read once the run is held. The commit waits for no disk: what a crash of the database forgets of
  // it, its queue remembers.
  const [[own], passos] = await Promise.all([
    lockOwnFields(runTables(place.model).runs, [place.item.id], work, 'all'),
    readSteps(place, work.q),
    work.q.query(LAZY_COMMIT),
  ])
  if (own?.situacao !== 'ESPERA') return {}
  const run = withSteps(own, passos)
  const waits = (id: number): boolean => stepsOf(run).some(each => each.id === id && each.situacao === 'ESPERA')
  if (!waits(step.id)) return {}
  const isCalled = called && waits(called.step.id)
  const noting = isCalled ? settle(place, called.step, automation, called.outcome, work) : undefined
  const [outcome] = await Promise.all([outcomeOf(work), noting])
  const following = stepLeft(run, step.id)
  const end = () => endRun(run, { situacao: 'FEITA' }, work)
  // Of a step that is done the note and the end of the run are one packet.
  const [verdict] = await Promise.all([
    settle(place, step, automation, outcome, work),
    outcome.done && !following ? end() : undefined,
  ])
  if ('after' in verdict) return { again: new TryAgain(verdict.after, verdict.why) }
  if (!outcome.done && verdict.next && !following) await end()
  return { next: verdict.next ? following : undefined }
}

const followed = ({ next, again }: { readonly next?: NextStep | undefined; readonly again?: TryAgain }): NextStep | undefined => {
  if (again) throw again
  return next
}

/** Steps that are part of the transaction which notes that they were done. */
const writing: ReadonlySet<string> = new Set(['set', 'create', 'way', 'mail', 'notify'])

/** Does what a step has to do outside of any transaction: all of it, or what the letter or the notice that it writes needs. */
async function beforehand(
  place: RunPlace,
  step: StandingStep,
  { automation, id }: { readonly automation: string; readonly id: string },
): Promise<StepOutcome | { readonly attachment?: MailAttachment; readonly delivery?: Delivery }> {
  if (!writing.has(step.kind)) return reachOut(place, step, automation, id)
  if (step.kind === 'notify') return { delivery: await rememberedDelivery(place, place.service) }
  const document = step.kind === 'mail' ? JSON.parse(step.sent ?? '{}').document : undefined
  return document === undefined ? {} : place.outside.print(document, place)
}

interface Writing {
  readonly automation: string
  readonly id: string
  readonly work: UnitOfWork
  readonly attachment?: MailAttachment
  readonly delivery?: Delivery
}

function written({ kind, sent }: StandingStep, { attachment, ...rest }: Writing): Promise<StepOutcome> {
  const content = JSON.parse(sent ?? '{}')
  const running = { content, ...rest }
  if (kind === 'mail') return mailStep(running, attachment)
  if (kind === 'notify') return notifyStep(running)
  return kind === 'way' ? wayStep(running) : writeStep(running)
}

async function reachOut(
  { service, model, item, outside: { send } }: RunPlace,
  step: StandingStep,
  automation: string,
  id: string,
): Promise<StepOutcome> {
  const content = JSON.parse(step.sent ?? '{}')
  const webhook = await webhookOf(service, model, item.lojaId, automation)
  const refused = (code: string): StepOutcome => ({ done: false, why: formatMessage(model, code), again: false })
  if (!webhook) return refused('automation.no-address')
  if (webhook.secrets.length === 0) return refused('automation.no-secret')
  const answer = await send({ ...webhook, id, body: JSON.stringify(content) })
  if (!answer) return { done: false, why: formatMessage(model, 'automation.not-reached'), again: true }
  const { status, text, retryAfter } = answer
  if (status >= 200 && status < 300) return stepDone(`${status} ${text}`.trim())
  const why = formatMessage(model, 'automation.answered', { status })
  // 410: who receives wants no more of it.
  return {
    done: false,
    why,
    again: status !== 410,
    answer: `${status} ${text}`.trim(),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

const tooLarge = ({ failure }: StandingStep): StepOutcome => ({ done: false, why: failure ?? '', again: false })

/** Whether another step follows, or after how many seconds this one is tried again. */
type Verdict = { readonly next: boolean } | { readonly after: number; readonly why: string }

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
  const usual = outcome.again ? retryDelays[attempts - 1] : undefined
  const after = usual === undefined ? undefined : Math.max(usual, Math.min(outcome.retryAfter ?? 0, longestDelay))
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
    return { service, model, caller: await storeCaller(service.database, model, { lojaId, requestId: 'automations' }) }
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
