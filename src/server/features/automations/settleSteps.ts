import { formatMessage } from '../../../model/formatMessage.ts'
import { lazyCommit } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { changeFields, changeRecords } from '../../write/changeRecords.ts'
import { lockOwnFields } from '../../write/lockRecords.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { endRuns, type LaneOfRuns, type RunStep, readSteps, type StandingStep, stepLeft, stepsOf, withSteps } from './runSteps.ts'
import { runTables } from './runTables.ts'
import { notifySteps } from './steps/notifyStep.ts'
import { type Readied, writeOwnAct } from './steps/performStep.ts'
import { type StepOutcome, stepDone } from './steps/stepOutcome.ts'

/** Seconds before each further attempt, as Standard Webhooks advise: a day after the first one a step is given up. */
const retryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 23_000] as const

/** The longest that a receiver may have a call wait by `Retry-After`, in seconds. */
const longestDelay = Math.max(...retryDelays)

/** A step with what was done of it outside of the transaction. */
export interface ReadiedStep {
  readonly next: RunStep
  readonly ready: Readied
}

/** The sequel of a step that is settled: the next one, another attempt after so many seconds, or neither. */
export interface StepSequel {
  readonly next?: RunStep | undefined
  readonly again?: { readonly after: number; readonly why: string }
}

/**
 * Notes the outcomes of steps, one of each run, and of the calls before them, unless somebody else did or ended the run. What writes is done in the
 * same transaction, so that both stand or neither.
 */
export async function settleSteps(lane: LaneOfRuns, all: readonly ReadiedStep[], work: UnitOfWork): Promise<StepSequel[]> {
  const ids = all.map(({ next }) => next.item.id)
  // Side by side they are one packet: the steps are read once the runs are held. The commit waits for no disk: what a crash of the database forgets of
  // it, its queue remembers.
  const [owns, steps] = await Promise.all([
    lockOwnFields(runTables(lane.model).runs, ids, work, 'all'),
    readSteps(lane, ids, work.q),
    work.q.query(lazyCommit),
  ])
  const runs = new Map(owns.map(own => [Number(own.id), withSteps(own, steps)]))
  const isWaiting = ({ item }: RunStep, { id }: StandingStep): boolean => {
    const run = runs.get(item.id)
    return run?.situacao === 'ESPERA' && stepsOf(run).some(each => each.id === id && each.situacao === 'ESPERA')
  }
  const waiting = all.filter(({ next }) => isWaiting(next, next.step))
  const outcomes = await outcomesOf(waiting, work)
  const done = waiting.flatMap(({ next }) => (next.called && isWaiting(next, next.called.step) ? [next.called] : []))
  const ended: DataRow[] = []
  const settled = new Map<string, StepSequel>()
  const failing: Promise<void>[] = []
  for (const [at, { next }] of waiting.entries()) {
    const outcome = outcomes[at] ?? stepDone()
    const run = runs.get(next.item.id) ?? next.run
    const following = stepLeft({ ...next, run }, next.step.id)
    if (outcome.done) {
      done.push({ step: next.step, outcome })
      if (!following) ended.push(run)
      settled.set(next.key, { next: following })
    } else
      failing.push(
        settleFailure(next, outcome, work, lane).then(async verdict => {
          if (verdict === 'goes on' && !following) await endRuns([run], { situacao: 'FEITA' }, work)
          settled.set(next.key, verdict === 'goes on' ? { next: following } : verdict)
        }),
      )
  }
  await Promise.all([noteDone(done, work, lane), ended.length > 0 && endRuns(ended, { situacao: 'FEITA' }, work), ...failing])
  return all.map(({ next }) => settled.get(next.key) ?? {})
}

/** Does what these steps write, and gives the outcome of each; those that tell people tell them as one. */
async function outcomesOf(all: readonly ReadiedStep[], work: UnitOfWork): Promise<StepOutcome[]> {
  const telling = all.flatMap(({ next, ready }) => (!('done' in ready) && next.step.kind === 'notify' ? [{ next, ready }] : []))
  const told = notifySteps(
    telling.map(({ next }) => JSON.parse(next.step.sent ?? '{}')),
    work,
    telling[0]?.ready.delivery,
  )
  const outcomes = all.map(({ next, ready }): StepOutcome | Promise<StepOutcome> => {
    if ('done' in ready) return ready
    return next.step.kind === 'notify' ? stepDone() : writeOwnAct(next, work, ready)
  })
  const [each] = await Promise.all([Promise.all(outcomes), told])
  return each
}

/** Notes which steps were done: those with the same answer in one statement. */
async function noteDone(done: readonly NonNullable<RunStep['called']>[], work: UnitOfWork, lane: LaneOfRuns): Promise<void> {
  const alike = Map.groupBy(done, ({ step, outcome: { answer } }) =>
    JSON.stringify({ tentativas: step.attempts + 1, ...(answer === undefined ? {} : { resposta: answer }) }),
  )
  const noting = [...alike].map(([values, same]) =>
    keep(
      same.map(({ step }) => step.id),
      { situacao: 'FEITO', falha: null, proxima_em: null, ...JSON.parse(values) },
      work,
      lane,
    ),
  )
  await Promise.all(noting)
}

const keep = (ids: readonly number[], values: DataRow, work: UnitOfWork, { model, store }: LaneOfRuns): Promise<number> =>
  changeFields(runTables(model).steps, ids, values, { ...work, lojaId: store.id })

/** Notes why a step failed, and what follows from it for the run: another attempt, the steps behind it, or its end. */
async function settleFailure(
  { item, step, automation }: RunStep,
  outcome: Extract<StepOutcome, { done: false }>,
  work: UnitOfWork,
  lane: LaneOfRuns,
): Promise<'goes on' | StepSequel> {
  const { model } = lane
  const { runs } = runTables(model)
  const attempts = step.attempts + 1
  const answer = outcome.answer === undefined ? {} : { resposta: outcome.answer }
  const why = outcome.why.slice(0, 300)
  const usual = outcome.again ? retryDelays[attempts - 1] : undefined
  const after = usual === undefined ? undefined : Math.max(usual, Math.min(outcome.retryAfter ?? 0, longestDelay))
  const note = (values: DataRow): Promise<number> =>
    keep([step.id], { tentativas: attempts, falha: why, ...answer, ...values }, work, lane)
  if (after !== undefined) {
    await note({ proxima_em: new Date(Date.now() + after * 1000).toISOString() })
    await changeRecords(runs, [item.id], {}, work, { history: false })
    return { again: { after, why } }
  }
  await note({ situacao: 'FALHOU', proxima_em: null })
  const onFailure = model.automations[automation]?.steps.find(({ id }) => id === step.name)?.onFailure ?? 'tell'
  if (onFailure === 'go-on') return 'goes on'
  const motivo = `${formatMessage(model, 'automation.left', { step: step.name })} ${why}`.slice(0, 300)
  const failed = { situacao: 'FALHOU', motivo, avisar: onFailure === 'tell', terminada_em: new Date().toISOString() }
  await changeRecords(runs, [item.id], failed, work, { history: false })
  return {}
}
