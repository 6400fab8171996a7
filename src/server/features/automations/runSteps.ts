import { recordsIn } from '../../../base/record.ts'
import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import type { Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Service } from '../../service.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { changeRecords } from '../../write/changeRecords.ts'
import { readOwnFields } from '../../write/lockRecords.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { automationsOn } from './automationsOn.ts'
import type { QueuedRun } from './runQueue.ts'
import { runTables } from './runTables.ts'
import type { StepOutcome } from './steps/stepOutcome.ts'
import { undoneRuns } from './undoneAction.ts'

/** Seconds after which a run looks again whether it is its turn. */
const TURN = 1

/** The longest that it waits for one that is tried again later, which may be done or given up sooner by hand. */
const LONGEST_TURN = 60

/** Runs of one store that are done by one worker, as the server itself. */
export interface LaneOfRuns {
  readonly service: Service
  readonly model: Model
  readonly store: Store
  readonly caller: Caller
}

/** A run that its queue gave, under the id that the queue has for it. */
export interface TakenRun {
  readonly key: string
  readonly item: QueuedRun
}

/** A step of a run as it stands. */
export interface StandingStep {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly sent: string | null
  readonly attempts: number
}

/** The step of a run that is next, and what it is part of. */
export interface RunStep extends TakenRun {
  readonly run: DataRow
  readonly step: StandingStep
  readonly automation: string
  readonly chain: readonly string[]
  /** The call before it, which was answered: it is noted with this step. */
  readonly called?: { readonly step: StandingStep; readonly outcome: Extract<StepOutcome, { done: true }> }
}

/** Runs that were taken, by what is to become of them. */
export interface RunsLeft {
  readonly next: readonly RunStep[]
  /** Runs of which no step is left, those whose cause was undone before their first one, and those whose automation was switched off. */
  readonly ended: readonly DataRow[]
  readonly undone: readonly DataRow[]
  readonly off: readonly DataRow[]
  /** Runs that wait for an earlier one about their record: for so many seconds, or, where that was taken along, until it is done. */
  readonly waiting: readonly (TakenRun & { readonly seconds: number | undefined })[]
}

/** Reads which step is next of each run whose turn it is: whoever does it sees to it that the run still waits for it. */
export async function nextSteps(lane: LaneOfRuns, taken: readonly TakenRun[]): Promise<RunsLeft> {
  const { model, service, store, caller } = lane
  const ids = taken.map(({ item }) => item.id)
  const [owns, steps, turns, takenBack, on] = await service.database.read({ stores: [store.id] }, q =>
    // Side by side they are one packet.
    Promise.all([
      readOwnFields(ids, runTables(model).runs, { model, caller, q }),
      readSteps(lane, ids, q),
      turnsAfterEarlier(lane, ids, q),
      undoneRuns(
        q,
        { model, lojaId: store.id },
        taken.map(({ item }) => item),
      ),
      automationsOn(q, service.database, model, store.id),
    ]),
  )
  const runs = new Map(owns.map(own => [Number(own.id), withSteps(own, steps)]))
  const next: RunStep[] = []
  const ended: DataRow[] = []
  const undone: DataRow[] = []
  const off: DataRow[] = []
  const waiting: (TakenRun & { readonly seconds: number | undefined })[] = []
  for (const { key, item } of taken) {
    const run = runs.get(item.id)
    if (run?.situacao !== 'ESPERA') continue
    const turn = isUntouched(run) ? turns.get(item.id) : undefined
    const step = stepLeft({ key, item, run })
    if (isUntouched(run) && takenBack.has(item.id)) undone.push(run)
    else if (step && !on.has(String(run.automacao))) off.push(run)
    else if (turn) waiting.push({ key, item, seconds: turn.seconds })
    else if (step) next.push(step)
    else ended.push(run)
  }
  return { next, ended, undone, off, waiting }
}

const isUntouched = (run: DataRow): boolean =>
  stepsOf(run).every(({ tentativas, situacao }) => Number(tentativas ?? 0) === 0 && situacao !== 'FEITO')

/**
 * The runs before which another one about the same record, which an earlier save caused, is still to be done, with the seconds after which they look
 * again whether it is; none where it is among these runs itself. One that is tried again later is not overtaken: whoever hears of a record hears of
 * its saves in their order.
 */
async function turnsAfterEarlier({ model, store }: LaneOfRuns, ids: readonly number[], q: Queries) {
  const { runs, steps, by } = runTables(model)
  const { rows } = await q.query<{ id: string; others: boolean; seconds: number | null }>(
    `SELECT own.id, r.id <> ALL($2::bigint[]) AS others, (SELECT extract(epoch FROM min(s.proxima_em) - now())::float8 FROM ${steps.sql} s
       WHERE s."lojaId" = $1 AND s.${quotedIdentifier(by)} = r.id AND s.situacao = 'ESPERA') AS seconds
     FROM ${runs.sql} own JOIN ${runs.sql} r ON r."lojaId" = own."lojaId" AND r.recurso = own.recurso AND r.registro = own.registro
     WHERE own."lojaId" = $1 AND own.id = ANY($2::bigint[]) AND r."lojaId" = $1 AND r.id < own.id AND r.situacao = 'ESPERA'
       AND split_part(r.chave, ':', 1) <> split_part(own.chave, ':', 1)`,
    [store.id, ids],
  )
  const turns = new Map<number, { readonly seconds: number | undefined }>()
  for (const { id, others, seconds } of rows) {
    const before = turns.get(Number(id))?.seconds
    const own = others ? Math.min(LONGEST_TURN, Math.max(TURN, Math.ceil(seconds ?? 0))) : undefined
    turns.set(Number(id), { seconds: before === undefined || own === undefined ? (own ?? before) : Math.max(own, before) })
  }
  return turns
}

export const withSteps = (run: DataRow, steps: readonly DataRow[]): DataRow => ({
  ...run,
  passos: steps.filter(({ execucao }) => execucao === Number(run.id)),
})

/** The steps of runs as they stand, in their order. */
export async function readSteps({ model, store }: LaneOfRuns, ids: readonly number[], q: Queries): Promise<DataRow[]> {
  const { steps, by, order } = runTables(model)
  const { rows } = await q.query<DataRow>(
    `SELECT id, ${quotedIdentifier(by)} AS execucao, passo, tipo, situacao, enviado, falha, tentativas FROM ${steps.sql}
     WHERE "lojaId" = $1 AND ${quotedIdentifier(by)} = ANY($2::bigint[]) ORDER BY ${order === undefined ? '' : `${quotedIdentifier(order)}, `}id`,
    [store.id, ids],
  )
  return rows.map(row => ({ ...row, id: Number(row.id), execucao: Number(row.execucao) }))
}

/** The step of a run that is left first, after the one that is settled by now; undefined where none is. */
export function stepLeft({ key, item, run }: TakenRun & { readonly run: DataRow }, past?: number): RunStep | undefined {
  const all = stepsOf(run)
  const step = all.slice(all.findIndex(({ id }) => id === past) + 1).find(({ situacao }) => situacao === 'ESPERA')
  return step && { key, item, run, step: standing(step), automation: String(run.automacao), chain: chainOf(run) }
}

/** Notes how runs ended. */
export const endRuns = (all: readonly DataRow[], values: DataRow, work: UnitOfWork): Promise<void> =>
  changeRecords(
    runTables(work.model).runs,
    all.map(({ id }) => id),
    { ...values, terminada_em: new Date().toISOString() },
    work,
    { history: false, standing: all },
  )

export const stepsOf = (run: DataRow): DataRow[] => recordsIn(run.passos)

const standing = (step: DataRow): StandingStep => ({
  id: Number(step.id),
  kind: String(step.tipo),
  name: String(step.passo),
  sent: typeof step.enviado === 'string' ? step.enviado : null,
  attempts: Number(step.tentativas ?? 0),
})

const chainOf = (run: DataRow): string[] => {
  const chain: unknown = JSON.parse(String(run.cadeia ?? '[]'))
  return Array.isArray(chain) ? chain.map(String) : []
}
