import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import type { Automation } from '../../../model/views/automation.ts'
import type { Store } from '../../access/users.ts'
import { holdInStore } from '../../database/holdInStore.ts'
import { lazyCommit, type Queries } from '../../database/queries.ts'
import { storeCaller } from '../../query/remembered/storeCaller.ts'
import { roleTable } from '../../roleTable.ts'
import type { Service } from '../../service.ts'
import { insertRows } from '../../write/store/rowStatements.ts'
import { type UnitOfWork, withUnitOfWork } from '../../write/unitOfWork.ts'
import type { SwitchedOn } from './automationsOn.ts'
import type { NotedStart } from './eventQueue.ts'
import type { PlannedStep } from './planRun.ts'
import { type QueuedRun, runQueue } from './runQueue.ts'
import { runTables } from './runTables.ts'
import type { CausingAction, RunRecord } from './undoneAction.ts'

/** Bytes that a step's content may have. */
const mostContent = 20_000

/** A run that shall be there once, under its key. */
export interface NewRun {
  readonly automation: Automation
  readonly key: string
  /** The record that it is about; of what a time starts, none. */
  readonly about?: RunRecord | undefined
  readonly chain: readonly string[]
  readonly cut?: NotedStart['cut']
  readonly steps: readonly PlannedStep[]
  /** The action that caused it: undone before its first step, it does nothing. */
  readonly because?: CausingAction | undefined
}

interface RunsPlace {
  readonly service: Service
  readonly model: Model
  readonly store: Store
  readonly on: ReadonlyMap<string, SwitchedOn>
}

/**
 * Makes runs with their steps and what shall do them, in one transaction: those whose key is known are there already. `alongside` belongs to the same
 * transaction; where it gives false there are none.
 */
export async function makeRuns(
  wanted: readonly NewRun[],
  { service, model, store, on }: RunsPlace,
  alongside?: (q: Queries) => Promise<boolean>,
): Promise<void> {
  if (wanted.length === 0 && !alongside) return
  const caller = await storeCaller(service.database, model, { lojaId: store.id, requestId: 'automations' })
  const made = await withUnitOfWork({ service, model, caller }, { stores: [store.id] }, async work => {
    // One after the other in one packet: a key that came between them would be refused, and all of it tried again.
    const [, fresh] = await Promise.all([
      holdInStore(work.q, store.id, 'automations'),
      unknownRuns(wanted, store.id, work),
      // A crash of the database that forgets the commit also forgets that its item of the queue was done, which comes after it: all of it is done again.
      alongside ? undefined : work.q.query(lazyCommit),
    ])
    if (alongside && !(await alongside(work.q))) return 0
    // Above the hour's quota all of it is put off until there is room.
    service.quotas?.spend('automations', { userId: 0, storeId: store.id, zone: store.zone }, fresh.length, 'store')
    await insertRuns(fresh, store.id, on, work)
    return fresh.length
  })
  if (made > 0) service.wakeAutomations?.('steps')
}

async function unknownRuns(wanted: readonly NewRun[], lojaId: number, { q, model }: UnitOfWork): Promise<NewRun[]> {
  const { rows } = await q.query<{ chave: string }>(
    `SELECT chave FROM ${roleTable(model, 'automationRuns')} WHERE "lojaId" = $1 AND chave = ANY($2::text[])`,
    [lojaId, wanted.map(({ key }) => key)],
  )
  const known = new Set(rows.map(({ chave }) => chave))
  return [...new Map(wanted.map(run => [run.key, run])).values()].filter(({ key }) => !known.has(key))
}

async function insertRuns(
  runs: readonly NewRun[],
  lojaId: number,
  on: ReadonlyMap<string, SwitchedOn>,
  work: UnitOfWork,
): Promise<void> {
  if (runs.length === 0) return
  const { model } = work
  const tables = runTables(model)
  const ids = await insertRows(
    tables.runs,
    runs.map(run => ({ lojaId, columns: columnsOf(run, model) })),
    work,
  )
  const steps = runs.flatMap(({ steps, cut }, at) =>
    (cut ? [] : steps).map((step, index) => ({
      lojaId,
      columns: { ...stepColumns(step, model), [tables.by]: ids[at], ...(tables.order ? { [tables.order]: index + 1 } : {}) },
    })),
  )
  const inserting = steps.length > 0 ? insertRows(tables.steps, steps, work) : undefined
  const queued: QueuedRun[] = []
  for (const [at, run] of runs.entries()) {
    const id = Number(ids[at])
    work.changes.push({ register: tables.runs.register, lojaId, id: String(id), as: 'made', after: columnsOf(run, model) })
    if (run.cut) continue
    const calls = run.steps.some(({ kind, planned }) => kind === 'webhook' && planned)
    const host = calls ? (on.get(run.automation.name)?.host ?? '') : ''
    queued.push({ lojaId, id, host, ...(run.because && run.about ? { because: run.because, about: run.about } : {}) })
  }
  await Promise.all([inserting, runQueue.add(work.q, queued)])
}

const columnsOf = ({ automation, key, about, chain, cut }: NewRun, model: Model) => ({
  automacao: automation.name,
  recurso: about?.register ?? null,
  registro: about?.id ?? null,
  rotulo: about
    ? `${model.registers[about.register]?.title ?? about.register} ${about.id}`.slice(0, 200)
    : automation.title.slice(0, 200),
  situacao: cut ? 'CORTADA' : 'ESPERA',
  motivo: cut ? formatMessage(model, `automation.${cut}`) : null,
  avisar: cut === 'depth',
  chave: key,
  cadeia: JSON.stringify(chain),
})

function stepColumns({ id, kind, planned }: PlannedStep, model: Model) {
  const text = planned ? JSON.stringify(planned.content, undefined, 1) : null
  const isLarge = text !== null && Buffer.byteLength(text) > mostContent
  return {
    passo: id,
    tipo: kind,
    situacao: planned ? 'ESPERA' : 'PULADO',
    enviado: isLarge ? null : text,
    falha: isLarge ? formatMessage(model, 'automation.too-large') : null,
    tentativas: 0,
  }
}
