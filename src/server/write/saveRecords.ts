import { setImmediate as nextTurn } from 'node:timers/promises'
import { OwnedMemory } from '../../base/boundedMemory.ts'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { firstProblems, mostProblems } from '../../model/firstProblems.ts'
import type { RecordAccess, Register } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { isSystemField } from '../../model/register.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { ApiError } from '../error.ts'
import { completeRows, type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planSavedRecord } from '../query/planRecord.ts'
import type { QueryPlan } from '../query/queryPlan.ts'
import { rowReaderOf } from '../query/rowReader.ts'
import { withoutUnseen } from '../query/sight/unseen.ts'
import type { RecordTable, Table } from '../query/table.ts'
import { isActAllowed } from '../query/visibility.ts'
import { assignFields, assignsFields, fillBodyLists } from './check/assignments.ts'
import { buildDraft, type CheckedDraft } from './check/buildDraft.ts'
import { prepareWays, wayProblems } from './check/choiceWays.ts'
import { invalidChoices } from './check/invalidChoices.ts'
import { invalidFiles } from './check/invalidFiles.ts'
import { keyProblems } from './check/keyProblems.ts'
import { lostReferences } from './check/lostReferences.ts'
import { recordValidator } from './check/recordValidator.ts'
import { type ReferencedRecords, referencesForSave } from './check/referencedRecords.ts'
import { ruleContextOf, storeForExpressions } from './check/ruleContext.ts'
import { aloneInBody, amongRecords, type BodyPlace, problemsAt, validationError } from './check/validationError.ts'
import { gatedProblems, readOnlyProblems, refuseLocked } from './check/writeRestrictions.ts'
import { effectsOf, listsReadAfter, runAfterEffects } from './effects.ts'
import { refreshFigures } from './figures/refreshFigures.ts'
import { awaitOverlapTurns, followWritten, lockCounters, numberListRows, unread } from './lists/listRows.ts'
import { isFollowing, parentsOfRows } from './lists/rowParents.ts'
import { lockParents } from './lockParents.ts'
import { lockRecords } from './lockRecords.ts'
import { refreshParents } from './refreshParents.ts'
import { maskSecrets } from './store/maskSecrets.ts'
import { numberRows } from './store/numberRows.ts'
import type { WriteDraft } from './store/writeDraft.ts'
import { type WrittenDraft, writeDrafts } from './store/writeDrafts.ts'
import { storeOfRow, type UnitOfWork } from './unitOfWork.ts'
import { versionConflict } from './versionConflict.ts'
import { withSingleKey } from './withSingleKey.ts'
import { type NewHistoryEntry, recordDifference, writeHistory } from './writeHistory.ts'

/** Records checked in one go, during which the server answers nobody else. */
const PART = 50

/** One body with what is known of the record that it is for. */
interface MatchedBody {
  readonly body: DataRow
  readonly before?: DataRow
}

/** Fields of a record that is saved, as it travels; those that are not said stay, or are filled, in its rows, too. */
export type RecordBody<R extends object> = { readonly [Key in keyof R]?: BodyValue<R[Key]> | undefined }

type BodyValue<V> = V extends readonly (infer Row extends object)[] ? readonly RecordBody<Row>[] : V

/**
 * Saves records in the work's transaction: those that have the key of one that stands are changed, by as many fields as they name;
 * the others are created. Gives them as they are read afterwards; problems are told behind the place of their record.
 */
export const saveRecords = <R extends object = DataRow>(
  bodies: readonly RecordBody<NoInfer<R>>[],
  table: RecordTable<R>,
  work: UnitOfWork,
): Promise<DataRow[]> => save(bodies, table, work, { placed: true, lists: 'all' })

/** Saves one record, whose problems are told at its fields. */
export const saveOneRecord = async <R extends object = DataRow>(
  body: RecordBody<NoInfer<R>>,
  table: RecordTable<R>,
  work: UnitOfWork,
): Promise<DataRow> => firstOf(await save([body], table, work, { placed: false, lists: 'all' }))

/** The same as `saveRecords` without the lists that bodies did not name: none are read again but those that effects read. */
export const writeRecords = <R extends object = DataRow>(
  bodies: readonly RecordBody<NoInfer<R>>[],
  table: RecordTable<R>,
  work: UnitOfWork,
): Promise<DataRow[]> => save(bodies, table, work, { placed: true, lists: 'named' })

/** The same as `saveOneRecord` without the lists that the body did not name. */
export const writeOneRecord = async <R extends object = DataRow>(
  body: RecordBody<NoInfer<R>>,
  table: RecordTable<R>,
  work: UnitOfWork,
): Promise<DataRow> => firstOf(await writeOneOrMore([body], table, work))

/** The same as `writeRecords`; problems of a record by itself are told at its fields. */
export const writeOneOrMore = <R extends object = DataRow>(
  bodies: readonly RecordBody<NoInfer<R>>[],
  table: RecordTable<R>,
  work: UnitOfWork,
): Promise<DataRow[]> => save(bodies, table, work, { placed: bodies.length > 1, lists: 'named' })

const firstOf = ([record = {}]: readonly DataRow[]): DataRow => record

interface SaveOptions {
  /** Whether problems are told behind the place of their record. */
  readonly placed: boolean
  /** The lists that saved records come with: all, or those that their bodies named. */
  readonly lists: 'all' | 'named'
}

async function save(given: readonly object[], table: Table, work: UnitOfWork, how: SaveOptions): Promise<DataRow[]> {
  const bodies = given.map((body): DataRow => ({ ...body }))
  const placeOf: BodyPlace = how.placed ? amongRecords : aloneInBody
  for (const body of bodies) demandGate(body, table, work)
  await awaitOverlapTurns(table, work)
  const ids = bodies.map(body => body.id)
  await lockParents(ids, bodies, table, work)
  const [matched, store, validate] = await Promise.all([
    matchBodies(bodies, table, work),
    storeForExpressions(table, work),
    recordValidator(work.model, table.register),
  ])
  const parentOf = await parentsOfRows(matched, table, work)
  const effects = effectsOf(table.register, work.service)
  if (effects.length > 0) refuseOddKeys(bodies, table, work, placeOf)
  const assigns = assignsFields(table.register)
  const fills = table.register.lists.some(list => list.fill !== undefined)
  const referenced = referencesForSave(table, work)
  await referenced?.fetchFor(matched.flatMap(({ body, before }) => (before ? [before, { ...before, ...body }] : [body])))
  let drafts: WriteDraft[] = []
  const problems: Problem[] = []
  for (const [index, { body, before }] of matched.entries()) {
    if (index % PART === PART - 1) await nextTurn()
    await admit(body, before, table, work, store)
    const saving = { work, table, body, ...(before ? { before } : {}) }
    const own: DataRow = work.byServer ? serverValues(body, table) : {}
    for (const effect of effects) Object.assign(own, await effect.before?.(saving))
    const context = {
      ...ruleContextOf(work, store, before === undefined),
      before: before ?? {},
      parent: parentOf({ body, before }),
    }
    if (assigns) Object.assign(own, assignFields(saving, context, referenced))
    if (fills) fillBodyLists(saving, context)
    const taken = prepareWays(saving, context, own)
    const build = () => buildDraft(body, before, table, work, { context, validate, kept: own, referenced })
    const { draft, problems: found } = referenced ? await withReferenced(referenced, build) : build()
    const all = [
      ...found,
      ...readOnlyProblems(draft, work.model, context),
      ...gatedProblems(draft, work),
      ...wayProblems(draft, { taken, body, context, own, work }),
    ]
    problems.push(...problemsAt(how.placed ? firstProblems(distinct(all), mostProblems.ofRecord) : distinct(all), placeOf(index)))
    const ways = [...taken.values()].map(({ id }) => id)
    drafts.push({ ...draft, columns: { ...draft.columns, ...own }, ways })
  }
  drafts = await numberListRows(await numberDrafts(drafts, table, work), table, work)
  work.drafts.push(...drafts)
  problems.push(...(await invalidFiles(drafts, placeOf, work)))
  const sent = drafts.map(({ columns }, index) => ({ columns, path: placeOf(index) }))
  if (table.manyReferences.size > 0) problems.push(...(await lostReferences(table, sent, work.caller.storeId, work)))
  if (problems.length > 0) throw validationError(problems)
  const plan = readingOf(table, work)
  // Asked on the way: on the work's one connection it is answered before the write is.
  const choices = invalidChoices(drafts, placeOf, work)
  choices.catch(() => undefined)
  await lockCounters(drafts, table, work)
  const wrote = await writeDrafts(drafts, plan, work)
  const wrong = await choices
  if (wrong.length > 0) throw validationError(wrong)
  const written = await followWritten(drafts, wrote, table, work, placeOf)
  const needed = how.lists === 'named' ? listsReadAfter(table, work.service) : undefined
  const saved = await settle(drafts, written, plan, work, needed)
  await runAfterEffects(table.register, work.service, () =>
    matched.map((one, index) => ({ ...one, work, table, record: saved[index] ?? {} })),
  )
  note(matched, saved, drafts, work)
  const all = (): DataRow[] => [...matched.flatMap(one => (one.before ? [one.before] : [])), ...saved]
  await refreshParents(table, work, all)
  await refreshFigures(table, work, all)
  const read = isFollowing(table, work) ? await settle(drafts, unread(written), plan, work, needed) : saved
  const answered = how.lists === 'named' ? read.map((row, index) => withNamedLists(row, drafts[index])) : read
  // The server's own work goes on with what it wrote; everybody else is told what they may read.
  const reader = { model: work.model, rights: work.caller.rights }
  return work.byServer ? answered : answered.map(row => withoutUnseen(row, table, reader))
}

/** A record that stood, without the lists that its body did not name. */
function withNamedLists(row: DataRow, draft: WriteDraft | undefined): DataRow {
  if (!draft?.before) return row
  const unnamed = [...draft.table.lists.keys()].filter(
    list => row[list] !== undefined && !draft.lists.some(({ name }) => name === list),
  )
  // Most rows come without lists, and need no copy.
  return unnamed.length === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !unnamed.includes(name)))
}

/** New records get their numbers, once all are checked. */
async function numberDrafts(
  drafts: readonly WriteDraft[],
  table: Table,
  { q, caller }: UnitOfWork,
): Promise<readonly WriteDraft[]> {
  if (caller.storeId === null || table.register.scope !== 'store') return drafts
  const fresh = drafts.filter(({ before }) => before === undefined)
  const numbered = await numberRows(table, fresh, { q, lojaId: caller.storeId, zone: caller.zone })
  let at = 0
  return drafts.map(draft => (draft.before ? draft : (numbered[at++] ?? draft)))
}

/** Effects look records up by their keys, before the whole record is checked. */
function refuseOddKeys(bodies: readonly DataRow[], table: Table, { model }: UnitOfWork, placeOf: BodyPlace): void {
  const problems = bodies.flatMap((body, index) => problemsAt(keyProblems(body, table, model), placeOf(index)))
  if (problems.length > 0) throw validationError(problems)
}

/** A default may point to a record that nobody named: it is read, and the draft made again. */
async function withReferenced(referenced: ReferencedRecords, build: () => CheckedDraft): Promise<CheckedDraft> {
  const built = build()
  const missing = referenced.takeMissing()
  if (missing.length === 0) return built
  await referenced.fetchFor(missing)
  return build()
}

const readings = new OwnedMemory<Table, string, QueryPlan>('saved-record plans', { most: 2000 })

/** How a saved record is read: the same for all saves of a register in a store. */
function readingOf(table: Table, { model, caller }: UnitOfWork): QueryPlan {
  const key = `${caller.storeId} ${caller.admin} ${caller.zone}`
  return readings.of(table, key, () => planSavedRecord([], { model, table, zone: caller.zone }, caller))
}

const readers = new WeakMap<QueryPlan, ReturnType<typeof rowReaderOf>>()

/** The records that the bodies' keys name. A number that names none is an error; a key kept by the user may be new. */
async function matchBodies(given: readonly DataRow[], table: Table, work: UnitOfWork): Promise<MatchedBody[]> {
  const bodies = await withSingleKey(given, table, work)
  const keys = bodies.filter(named).map(body => body.id)
  if (keys.length === 0) return bodies.map(body => ({ body }))
  const found = new Map((await lockRecords(table, keys, work)).map(row => [String(row.id), row]))
  return bodies.map(body => {
    const before = found.get(String(body.id))
    if (!before && named(body) && !table.register.textKey) throw new ApiError(404, 'not-found')
    return { body, ...(before ? { before } : {}) }
  })
}

const named = (body: DataRow): boolean => body.id !== undefined && body.id !== null && body.id !== ''

/** Asked before anything is read: who may not write does not learn what is there. A key that people keep may be new or not. */
function demandGate(body: DataRow, { register }: Table, { caller, byServer, model }: UnitOfWork): void {
  if (byServer) return
  const either = register.single || (named(body) && register.textKey)
  const acts: RecordAccess[] = either ? ['create', 'change'] : named(body) ? ['change'] : ['create']
  if (!acts.some(act => isActAllowed(register, act, caller.rights)))
    throw gateRefusal(model, register.access[acts[0] ?? 'change'], caller.rights)
}

const kept = new WeakMap<Register, readonly string[]>()

/** Returns the server's values of fields that it keeps. */
function serverValues(body: DataRow, { register }: Table): DataRow {
  const names = memoizeByKey(kept, register, () =>
    register.fields.flatMap(({ name, readOnly, stored }) => (readOnly && stored && !isSystemField(name) ? [name] : [])),
  )
  return Object.fromEntries(names.flatMap(name => (body[name] === undefined ? [] : [[name, body[name]]])))
}

/** Gate, lock and version. */
async function admit(body: DataRow, before: DataRow | undefined, table: Table, work: UnitOfWork, store: DataRow): Promise<void> {
  const act = before ? 'change' : 'create'
  if (!work.byServer && !isActAllowed(table.register, act, work.caller.rights))
    throw gateRefusal(work.model, table.register.access[act], work.caller.rights)
  if (!before) return
  const { version } = body
  if (version === undefined || version === null) return refuseLocked(before, table, work.model, ruleContextOf(work, store, false))
  if (typeof version !== 'number' && typeof version !== 'string')
    throw validationError([{ path: 'version', code: 'number-invalid' }])
  if (Number(version) !== before.version) throw await versionConflict(before, Number(version), table, work)
  refuseLocked(before, table, work.model, ruleContextOf(work, store, false))
}

/**
 * The records as they stand, in the order of the drafts: rows that were written were read with it, lists are still to be; where `needed`
 * says which, only these and those that a draft names.
 */
async function settle(
  drafts: readonly WriteDraft[],
  written: readonly WrittenDraft[],
  plan: QueryPlan,
  work: UnitOfWork,
  needed?: ReadonlySet<string>,
): Promise<DataRow[]> {
  const { model, caller, q } = work
  const { table } = plan
  const wanted = needed && new Set([...needed, ...drafts.flatMap(({ lists }) => lists.map(({ name }) => name))])
  const narrow = (whole: QueryPlan): QueryPlan =>
    wanted ? { ...whole, includes: whole.includes.filter(({ name, by }) => !('list' in by) || wanted.has(name)) } : whole
  const bare: DataRow[] = []
  const listed: DataRow[] = []
  const short: DataRow[] = []
  const same: unknown[] = []
  for (const [index, { id, row }] of written.entries()) {
    const draft = drafts[index]
    // A new record has no rows but those that were sent.
    const lists = draft?.lists ?? []
    const reads = draft?.before ? !needed || needed.size + lists.length > 0 : lists.some(list => list.rows.length > 0)
    if (!row) same.push(id)
    else if (reads) listed.push(row)
    else (draft?.before ? short : bare).push(row)
  }
  const again = (): QueryPlan => narrow(planSavedRecord(same, { model, table, zone: caller.zone }, caller))
  const [finished, unchanged] = await Promise.all([
    completeRows(narrow(plan), listed, q),
    same.length === 0 ? [] : fetchPlanRows(again(), q),
    completeRows({ ...plan, includes: [] }, [...bare, ...short], q, {
      read: memoizeByKey(readers, plan, () => rowReaderOf(plan)),
    }),
  ])
  const rows = new Map([...finished, ...unchanged, ...bare, ...short].map(row => [row.id, row]))
  return written.map(({ id }, index) => {
    const row = rows.get(id) ?? {}
    if (!drafts[index]?.before) for (const name of table.lists.keys()) row[name] ??= []
    return row
  })
}

/** History and news of what changed. */
function note(matched: readonly MatchedBody[], saved: readonly DataRow[], drafts: readonly WriteDraft[], work: UnitOfWork): void {
  const lines: NewHistoryEntry[] = []
  for (const [index, row] of saved.entries()) {
    const before = matched[index]?.before
    const { table, columns, ways } = drafts[index] as WriteDraft
    const lojaId = storeOfRow(table, work.caller, row.id)
    const secrets = Object.keys(columns).filter(name => table.byName.get(name)?.field.secret)
    // A row without secrets that was read without its lists is compared as it is.
    const own = (one: DataRow): DataRow => (before && isOpen(row, table) ? one : maskSecrets(one, table, work.model))
    const changed = before ? recordDifference(own(before), own(row), table, secrets) : { before: null, after: own(row) }
    if (!changed) continue
    lines.push({ table, lojaId, id: row.id, deed: before ? 'alterar' : 'criar', record: row, ...changed })
    work.changes.push({ register: table.register, lojaId, id: String(row.id), ...(before ? { before, ways } : { as: 'made' }) })
  }
  writeHistory(lines, work)
}

const secretive = new WeakMap<Table, boolean>()

const isOpen = (row: DataRow, table: Table): boolean =>
  !memoizeByKey(secretive, table, () => table.columns.some(({ field }) => field.secret)) &&
  [...table.lists.keys()].every(name => row[name] === undefined)

/** A lock may be told by the field and by the part of the form that it stands in. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map(problem => [`${problem.path} ${problem.code}`, problem])).values(),
]
