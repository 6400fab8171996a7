import { createSemaphore } from '../../../base/semaphore.ts'
import type { Lookup, Register } from '../../../model/model.ts'
import { childListNamed, fieldOf } from '../../../model/register.ts'
import { call } from '../../data/api.ts'
import { childCellPath } from '../draft/childCellPath.ts'
import type { DraftRow } from '../draft/draftRows.ts'
import { automaticLookups, buildLookupRequest, isStaleFor, type LookupRequest, readLookupReply } from '../draft/lookups.ts'
import { pauseUnlessAborted } from './runningLookups.ts'
import type { SharedLookups } from './sharedLookups.ts'

/** Lookups of rows under way at the same time: a paste of hundreds must not flood the server. */
const mostAtOnce = 4

/** A cell of a child list was edited; `among`: with others of its row at once (a paste), whose values stay as they came. */
export type ChildLookups = (list: string, key: string, name: string, among?: ReadonlySet<string>) => void

/** A cell of a child list that set off lookups. */
interface EditedCell {
  readonly list: string
  readonly key: string
  readonly name: string
  readonly child: Register
  /** The cell, as problems name it. */
  readonly path: string
  /** Cells of the row that came with it, whose values stay as they came. */
  readonly among: ReadonlySet<string> | undefined
}

/** Lookups of the cells of child lists, which fill other cells of their row. */
export function createChildLookups(shared: SharedLookups): ChildLookups {
  const { store, register, context, running, failures } = shared
  const line = createSemaphore(mostAtOnce)
  const run = async (cell: EditedCell, lookup: Lookup, signal: AbortSignal): Promise<void> => {
    // Nobody types on in what was pasted.
    await pauseUnlessAborted(cell.among ? 0 : lookup.wait, signal)
    const request = signal.aborted ? undefined : requestOf(shared, cell, lookup)
    if (!request) return
    try {
      const { data } = await line(() => call(request.method, request.path, { query: request.query, signal, noRetry: true }))
      const row = rowOf(store, cell)
      if (!signal.aborted && row) takeIn(shared, cell, lookup, data, row)
    } catch (error) {
      if (!signal.aborted) failures(lookup, request, error)
    }
  }
  return (list, key, name, among) => {
    const child = context.registerOf(childListNamed(register, list)?.register ?? '')
    const field = child && fieldOf(child, name)
    const lookups = field ? automaticLookups(field) : []
    if (!child || lookups.length === 0) return
    const path = childCellPath(list, { row: key, column: name })
    const signal = running.begin(path)
    for (const lookup of lookups) void run({ list, key, name, child, path, among }, lookup, signal)
  }
}

const rowOf = (store: SharedLookups['store'], { list, key }: EditedCell): DraftRow | undefined =>
  store.draft().rows[list]?.find(row => row.key === key)

function requestOf({ store, context }: SharedLookups, cell: EditedCell, lookup: Lookup): LookupRequest | undefined {
  const row = rowOf(store, cell)
  const draft = store.draft()
  if (!row || draft.unreadable[cell.path]) return undefined
  const scope = { ...context.scope, ...row.values, parent: draft.values, isNew: row.base === undefined }
  return buildLookupRequest(cell.child, lookup, scope, row.values[cell.name], context.evaluate)
}

/** Takes the reply into the row: cells to fill, and whether the value is refused. */
function takeIn(
  { store, context, filled }: SharedLookups,
  { list, key, child, path, among }: EditedCell,
  lookup: Lookup,
  reply: unknown,
  { values, base }: DraftRow,
): void {
  const place = `${list}.${key}.`
  const stale = isStaleFor(lookup, filled.stillIn(place, values), values, base)
  const { fills, problem } = readLookupReply(child, lookup, reply, values, context.evaluate, stale)
  filled.note(place, fills)
  for (const [name, value] of Object.entries(fills)) if (!among?.has(name)) store.editCell(list, key, name, value)
  if (lookup.problem) store.judge(path, problem === undefined ? undefined : { path, code: problem })
}
