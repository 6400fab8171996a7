import type { UndoRefusal, UndoReply } from '../../../api/activity.ts'
import { requireIdentityProof } from '../../access/identityProof.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { bisectRefused } from '../../write/bisectRefused.ts'
import { ruleContextOf, storeForExpressions } from '../../write/check/ruleContext.ts'
import { refuseLocked } from '../../write/check/writeRestrictions.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { removeRecords } from '../../write/removeRecords.ts'
import { maskSecrets } from '../../write/store/maskSecrets.ts'
import { NO_STORE, type UnitOfWork, type WriteContext, withUnitOfWork } from '../../write/unitOfWork.ts'
import { isActionId } from '../../write/writeAction.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import { fetchHistoryEntries, type HistoryEntry } from '../history/historyEntries.ts'
import { changesOnlySecrets, isAsActionLeftIt } from './compare.ts'
import { type RestoredRecord, restoreFields, restoreRemovedRecords } from './restoreRecords.ts'
import { actionParts, lockAction, oppositeAct, registersOfHistoryName, type StoredAction, undoDeadline } from './storedAction.ts'
import { changedSinceRefusal, type UndoRefusalReason, undoRefusalOf, undoRefusalText } from './undoRefusal.ts'

/** Lines that are taken back at once: memory stays flat however many an import has. */
const BATCH = 500
/** Records that are named as refused; the others are only counted. */
const MOST_NAMED = 200

/** One undo at work. */
interface Undoing {
  readonly action: StoredAction
  readonly work: UnitOfWork
  readonly refused: UndoRefusal[]
  /** Records of which a newer line was refused: their older lines are, too. */
  readonly stuck: Set<string>
  undone: number
  total: number
}

/**
 * Takes an action back in one transaction, newest line first: what it created goes, what it removed comes back as it was, what it
 * changed gets those fields back. Records that hold something else by now are left alone and named.
 */
export async function undoAction(id: string, context: WriteContext): Promise<UndoReply> {
  const { caller } = context
  if (!isActionId(id) || context.action?.id === id.toLowerCase()) throw new ApiError(404, 'not-found')
  const stores = [NO_STORE, ...(caller.storeId === null ? [] : [caller.storeId])]
  // Global records may be named in any store: an administrator of all of them takes the action back in all.
  return withUnitOfWork(context, caller.admin ? 'all' : { stores }, async work => {
    const actions = (await lockAction(id, stores, work.q)).filter(action => isActionOfCaller(action, work))
    const [first] = actions
    if (!first) throw new ApiError(404, 'not-found')
    if (actions.every(({ undoneBy }) => undoneBy !== null)) throw new ApiError(422, 'undo.done')
    if (undoDeadline(first).getTime() < Date.now()) throw new ApiError(422, 'undo.too-late')
    if (actions.some(action => asksProof(action, work))) await requireIdentityProof(work.service.database.system, work.caller)
    const undoing = { work, refused: [], stuck: new Set<string>(), undone: 0, total: 0 }
    const refused: UndoRefusal[] = []
    const all = { desfeitos: 0, total: 0, recusados: refused }
    for (const action of actions) {
      if (action.undoneBy !== null) continue
      const one: Undoing = { ...undoing, action, refused: all.recusados, undone: 0, total: 0 }
      await takeBack(one)
      if (one.undone > 0) await mark(action, work)
      all.desfeitos += one.undone
      all.total += one.total
    }
    return { acaoId: work.action.id, ...all }
  })
}

/** Own actions; those of a store to its owner, too, and those of no store to administrators. */
function isActionOfCaller({ userId, lojaId }: StoredAction, { caller }: Pick<UnitOfWork, 'caller'>): boolean {
  if (userId === caller.userId || caller.admin) return true
  return caller.permission.owner && lojaId !== NO_STORE
}

/** Tells whether taking an action back does what people prove who they are for: undone, a removed owner is one again. */
const asksProof = (action: StoredAction, { model }: UnitOfWork): boolean =>
  actionParts(action).some(({ register, deed }) =>
    model.registers[register]?.reauthenticate?.includes(oppositeAct[deed] === 'remove' ? 'remove' : 'save'),
  )

/** The action is undone by this one; what it had itself undone stands again. */
async function mark({ id, lojaId, userId, undoes }: StoredAction, { q, action }: UnitOfWork): Promise<void> {
  await q.query('UPDATE system.actions SET "undoneBy" = $4 WHERE "lojaId" = $1 AND "userId" = $2 AND id = $3', [
    lojaId,
    userId,
    id,
    action.id,
  ])
  if (undoes) await q.query('UPDATE system.actions SET "undoneBy" = NULL WHERE "lojaId" = $1 AND id = $2', [lojaId, undoes])
}

async function takeBack(undoing: Undoing): Promise<void> {
  const { action, work } = undoing
  const wanted = { lojaId: action.lojaId, action: { id: action.id, userId: action.userId }, limit: BATCH }
  let below: number | undefined
  for (;;) {
    const lines = await fetchHistoryEntries(below === undefined ? wanted : { ...wanted, below }, work.model, work.q)
    undoing.total += lines.length
    for (const group of alike(lines)) await takeGroupBack(group, undoing)
    below = lines.at(-1)?.id
    if (lines.length < BATCH) return
  }
}

/** Neighbouring lines of one register and deed, each record once: the order in which things were done is the order of their undoing. */
function alike(lines: readonly HistoryEntry[]): HistoryEntry[][] {
  const groups: HistoryEntry[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    const fits = last?.[0]?.register === line.register && last[0].deed === line.deed
    if (last && fits && !last.some(({ recordId }) => recordId === line.recordId)) last.push(line)
    else groups.push([line])
  }
  return groups
}

async function takeGroupBack(group: readonly HistoryEntry[], undoing: Undoing): Promise<void> {
  const { work, stuck } = undoing
  const table = tableFor(group, work)
  if (!table) {
    const code = isKeptByServer(group, work) ? 'undo.kept-by-server' : 'forbidden'
    for (const line of group) await refuse(line, { code }, undefined, undoing)
    return
  }
  const free: HistoryEntry[] = []
  for (const line of group) {
    if (stuck.has(keyOf(line))) await refuse(line, { code: 'undo.older-refused' }, table, undoing)
    else free.push(line)
  }
  const [first] = free
  if (!first) return
  if (first.deed === 'excluir') await restoreRemoved(free, table, undoing)
  else await takeChangesBack(free, first.deed, table, undoing)
}

const keyOf = ({ register, recordId }: HistoryEntry): string => `${register} ${recordId}`

/** The register through which these lines may be taken back: one whose gate is open and which has all their fields. */
function tableFor(group: readonly HistoryEntry[], { model, caller }: UnitOfWork): Table | undefined {
  const [first] = group
  if (!first) return undefined
  const known = (table: Table, line: HistoryEntry): boolean =>
    Object.keys(line.before ?? line.after ?? {}).every(
      name => table.byName.has(name) || table.lists.has(name) || !tableOf(model, first.register).byName.has(name),
    )
  return registersOfHistoryName(model, first.register)
    .filter(view => isActAllowed(view, oppositeAct[first.deed], caller.rights))
    .map(view => tableOf(model, view.name))
    .find(table => group.every(line => known(table, line)))
}

/** Tells whether nobody at all may take these lines back: operations write such registers, and other operations correct them. */
function isKeptByServer([first]: readonly HistoryEntry[], { model }: UnitOfWork): boolean {
  if (!first) return false
  const act = oppositeAct[first.deed]
  return registersOfHistoryName(model, first.register).every(({ access }) => access[act] === undefined || access[act] === 'false')
}

async function restoreRemoved(lines: readonly HistoryEntry[], table: Table, undoing: Undoing): Promise<void> {
  const { action, work } = undoing
  const refused: [HistoryEntry, UndoRefusalReason][] = []
  await bisectRefused(lines, work, {
    run: (some, part) => {
      const records = some.map(({ before }) => before ?? {})
      return restoreRemovedRecords(records, table, action.id, part)
    },
    blame: onlyOne((line, error) => refused.push([line, whyElse(error, table)])),
  })
  undoing.undone += lines.length - refused.length
  for (const [line, why] of refused) await refuse(line, why, table, undoing)
}

async function takeChangesBack(
  lines: readonly HistoryEntry[],
  deed: 'criar' | 'alterar',
  table: Table,
  undoing: Undoing,
): Promise<void> {
  const { work } = undoing
  const [rows, store] = await Promise.all([
    lockRecords(
      table,
      lines.map(({ recordId }) => recordId),
      work,
    ),
    storeForExpressions(table, work),
  ])
  const standing = new Map(rows.map(row => [String(row.id), row]))
  const ready: { line: HistoryEntry; now: DataRow }[] = []
  for (const line of lines) {
    const now = standing.get(line.recordId)
    if (!now) await refuse(line, { code: 'undo.gone' }, table, undoing)
    else if (changesOnlySecrets(line, table)) await refuse(line, { code: 'undo.secret' }, table, undoing, now)
    else if (!isAsActionLeftIt(line.after ?? {}, maskSecrets(now, table, work.model), table))
      await refuse(line, undefined, table, undoing, now)
    else ready.push({ line, now })
  }
  const refused: [HistoryEntry, UndoRefusalReason, DataRow][] = []
  await bisectRefused(ready, work, {
    run: async (some, part) => {
      for (const { now } of some) refuseLocked(now, table, work.model, ruleContextOf(work, store, false))
      const ids = some.map(({ now }) => now.id)
      const restored = some.map(({ line, now }): RestoredRecord => ({ now, was: line.before ?? {} }))
      if (deed === 'criar') await removeRecords(ids, table, part)
      else await restoreFields(restored, table, part)
    },
    blame: onlyOne(({ line, now }, error) => refused.push([line, whyElse(error, table), now])),
  })
  undoing.undone += ready.length - refused.length
  for (const [line, why, now] of refused) await refuse(line, why, table, undoing, now)
}

/** Blames an item that was tried alone. */
const onlyOne =
  <T>(refuse: (item: T, error: unknown) => void) =>
  (items: readonly T[], error: unknown): readonly T[] => {
    const [only, ...others] = items
    if (only === undefined || others.length > 0) return []
    refuse(only, error)
    return items
  }

function whyElse(error: unknown, table: Table): UndoRefusalReason {
  const why = undoRefusalOf(error, table)
  if (!why) throw error
  return why
}

/** Names a record that is left alone; without a reason it was changed since, and the history says by whom. */
async function refuse(
  line: HistoryEntry,
  why: UndoRefusalReason | undefined,
  table: Table | undefined,
  undoing: Undoing,
  now?: DataRow,
): Promise<void> {
  const { work, action, refused, stuck } = undoing
  stuck.add(keyOf(line))
  if (refused.length >= MOST_NAMED) return
  const of = table ?? tableOf(work.model, line.register)
  const reason = why ?? (await changedSinceRefusal(line, action.lojaId, work))
  refused.push({
    register: of.register.name,
    title: of.register.title,
    id: line.recordId,
    rotulo: recordLabel(now ?? line.after ?? line.before ?? {}, of) || line.recordId,
    motivo: undoRefusalText(reason, work),
  })
}
