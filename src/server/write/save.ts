import type { Act } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { effectsOf, follow } from '../effects/effects.ts'
import { ApiError } from '../error.ts'
import type { Plan } from '../query/plan.ts'
import { readerOf } from '../query/reader.ts'
import { planSaved } from '../query/record.ts'
import { remember } from '../query/remember.ts'
import { fetchRows, finishRows, type Row } from '../query/run.ts'
import { may } from '../query/sight.ts'
import { selectList } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { recordsBefore } from './before.ts'
import { wrongChoices } from './choices.ts'
import { conflict } from './conflict.ts'
import { draftOf } from './draft.ts'
import type { Draft } from './drafted.ts'
import { groundOf, storeRecord } from './ground.ts'
import { gatedProblems, readOnlyProblems, refuseLocked } from './guard.ts'
import { difference, type Line, writeHistory } from './history.ts'
import { invalid, placed } from './invalid.ts'
import { masked } from './masked.ts'
import { storeOfRow, type Work } from './work.ts'
import { type Written, writeDrafts } from './writing.ts'

/** One body with what is known of the record that it is for. */
interface Sheet {
  readonly body: Row
  readonly before?: Row
}

/**
 * Saves records in the work's transaction: those that have the key of one that stands are changed, by as many fields as they name;
 * the others are created. Gives them as they are read afterwards. With `several` problems are told with their place; with `brief`
 * the records come without the lists that their bodies did not name, and those are not read again.
 */
export async function saveRecords(
  bodies: readonly Row[],
  table: Table,
  work: Work,
  several: boolean,
  brief = false,
): Promise<Row[]> {
  for (const body of bodies) demandGate(body, table, work)
  const [sheets, store] = await Promise.all([sheetsOf(bodies, table, work), storeRecord(table, work)])
  const effects = effectsOf(table.register)
  const drafts: Draft[] = []
  const problems: Problem[] = []
  for (const [index, { body, before }] of sheets.entries()) {
    await admit(body, before, table, work, store)
    const saving = { work, table, body, ...(before ? { before } : {}) }
    const kept: Row = {}
    for (const effect of effects) Object.assign(kept, await effect.before?.(saving))
    const ground = groundOf(work, store, before === undefined)
    const { draft, problems: found } = draftOf(body, before, table, work, ground)
    const all = [...found, ...readOnlyProblems(draft, work.model, ground), ...gatedProblems(draft, work.caller.rights)]
    problems.push(...placed(distinct(all), several ? index : undefined))
    drafts.push({ ...draft, columns: { ...draft.columns, ...kept } })
  }
  work.drafts.push(...drafts)
  if (problems.length > 0) throw invalid(problems)
  const plan = readingOf(table, work)
  // Asked on the way: on the work's one connection it is answered before the write is.
  const choices = wrongChoices(drafts, several, work)
  choices.catch(() => undefined)
  const written = await writeDrafts(
    drafts,
    table,
    remember(lists, plan, () => selectList(plan)),
    work,
  )
  const wrong = await choices
  if (wrong.length > 0) throw invalid(wrong)
  const saved = await settle(drafts, written, plan, work, brief && effects.every(effect => !effect.after))
  await follow(table.register, () => sheets.map((sheet, index) => ({ ...sheet, work, table, record: saved[index] ?? {} })))
  note(sheets, saved, drafts, work)
  return saved
}

const readings = new WeakMap<Table, Map<string, Plan>>()

/** How a saved record is read: the same for all saves of a register in a store. */
function readingOf(table: Table, { model, caller }: Work): Plan {
  const plans = remember(readings, table, () => new Map<string, Plan>())
  const key = `${caller.storeId} ${caller.admin} ${caller.zone}`
  return remember(plans, key, () => planSaved([], { model, table, zone: caller.zone }, caller))
}

const readers = new WeakMap<Plan, ReturnType<typeof readerOf>>()
const lists = new WeakMap<Plan, string>()

/** The records that the bodies' keys name. A number that names none is an error; a key kept by the user may be new. */
async function sheetsOf(bodies: readonly Row[], table: Table, work: Work): Promise<Sheet[]> {
  const keys = bodies.filter(named).map(body => body.id)
  if (keys.length === 0) return bodies.map(body => ({ body: { ...body } }))
  const found = new Map((await recordsBefore(table, keys, work)).map(row => [String(row.id), row]))
  return bodies.map(body => {
    const before = found.get(String(body.id))
    if (!before && named(body) && !table.register.textKey) throw new ApiError(404, 'not-found')
    return { body: { ...body }, ...(before ? { before } : {}) }
  })
}

const named = (body: Row): boolean => body.id !== undefined && body.id !== null && body.id !== ''

/** Asked before anything is read: who may not write does not learn what is there. A key that people keep may be new or not. */
function demandGate(body: Row, { register }: Table, { caller }: Work): void {
  const acts: Act[] = !named(body) ? ['create'] : register.textKey ? ['create', 'change'] : ['change']
  if (!acts.some(act => may(register, act, caller.rights))) throw new ApiError(403, 'forbidden')
}

/** Gate, lock and version. */
async function admit(body: Row, before: Row | undefined, table: Table, work: Work, store: Row): Promise<void> {
  if (!may(table.register, before ? 'change' : 'create', work.caller.rights)) throw new ApiError(403, 'forbidden')
  if (!before) return
  const version = body.version
  if (version !== undefined && version !== null && Number(version) !== before.version)
    throw await conflict(before, Number(version), table, work)
  refuseLocked(before, table, work.model, groundOf(work, store, false))
}

/**
 * The records as they stand, in the order of the drafts: rows that were written were read with it, lists are still to be; where it
 * is to be `brief`, only those that a draft names.
 */
async function settle(
  drafts: readonly Draft[],
  written: readonly Written[],
  plan: Plan,
  work: Work,
  brief: boolean,
): Promise<Row[]> {
  const { model, caller, q } = work
  const { table } = plan
  const bare: Row[] = []
  const listed: Row[] = []
  const short: Row[] = []
  const same: unknown[] = []
  for (const [index, { id, row }] of written.entries()) {
    const draft = drafts[index]
    // A new record has no rows but those that were sent.
    const lists = draft?.lists ?? []
    const reads = draft?.before ? !brief || lists.length > 0 : lists.some(list => list.rows.length > 0)
    if (!row) same.push(id)
    else if (reads) listed.push(row)
    else (draft?.before ? short : bare).push(row)
  }
  const again = (): Plan => {
    const whole = planSaved(same, { model, table, zone: caller.zone }, caller)
    return brief && drafts.every(draft => draft.lists.length === 0) ? { ...whole, includes: [] } : whole
  }
  const [finished, unchanged] = await Promise.all([
    finishRows(plan, listed, q),
    same.length === 0 ? [] : fetchRows(again(), q),
    finishRows({ ...plan, includes: [] }, [...bare, ...short], q, { read: remember(readers, plan, () => readerOf(plan)) }),
  ])
  for (const row of bare) for (const name of table.lists.keys()) row[name] = []
  const rows = new Map([...finished, ...unchanged, ...bare, ...short].map(row => [row.id, row]))
  return written.map(({ id }) => rows.get(id) ?? {})
}

/** History and news of what changed. */
function note(sheets: readonly Sheet[], saved: readonly Row[], drafts: readonly Draft[], work: Work): void {
  const lines: Line[] = []
  for (const [index, row] of saved.entries()) {
    const before = sheets[index]?.before
    const { table, columns } = drafts[index] as Draft
    const lojaId = storeOfRow(table, work.caller, row.id)
    const own = masked(row, table, work.model)
    const secrets = Object.keys(columns).filter(name => table.byName.get(name)?.field.secret)
    const changed = before ? difference(masked(before, table, work.model), own, table, secrets) : { before: null, after: own }
    if (!changed) continue
    lines.push({ table, lojaId, id: row.id, deed: before ? 'alterar' : 'criar', record: row, ...changed })
    work.changes.push({ register: table.register, lojaId, id: String(row.id) })
  }
  writeHistory(lines, work)
}

/** A lock may be told by the field and by the part of the form that it stands in. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map(problem => [`${problem.path} ${problem.code}`, problem])).values(),
]
