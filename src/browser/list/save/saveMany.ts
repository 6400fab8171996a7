import type { ErrorDetail } from '../../../api/error.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { UndoStack } from '../../actions/undoStack.ts'
import { CallError } from '../../data/api.ts'
import { raceWithPageHide } from '../../data/pageLifecycle.ts'
import type { RegisterRow, RowsState } from '../../data/registerRows.ts'
import type { CellChange, CellRefusal, CellSaveResult } from '../../grid/cellChanges.ts'
import { patchEach } from '../../offline/saveRecords.ts'
import type { RowSaveQueues, SeenRows } from './rowSaveQueues.ts'

export type SaveMany = (changes: readonly CellChange[], valid: boolean) => Promise<CellSaveResult>

interface List {
  readonly register: string
  readonly latest: { readonly current: RowsState }
  readonly seen: SeenRows
  readonly undoStack: UndoStack
  readonly lines: RowSaveQueues
  readonly say: Translate
  /** The action that the save is, begun with the paste. */
  readonly action: string
  onQueued(): void
}

/**
 * Saves many cells, whose rows are theirs meanwhile, as one request, one transaction and one action: all or none, or with `valid` the rows that are right. What was
 * pasted may wait while the list goes to another page: rows are known as they were seen.
 */
export async function saveMany(
  changes: readonly CellChange[],
  valid: boolean,
  { register, latest, seen, undoStack, lines, say, action, onQueued }: List,
): Promise<CellSaveResult> {
  const byRow = Map.groupBy(changes, ({ address }) => address.row)
  const ids = [...byRow.keys()]
  // Cells pasted on an earlier visit may be of rows that this one has not shown.
  const away = ids.filter(id => !seen.has(id))
  if (away.length > 0) return { refusals: away.map(row => ({ row, reason: say('list.pasted-away') })) }
  const items = () =>
    ids.flatMap(id => {
      const row = seen.get(id)
      return row ? [itemOf({ ...row, version: lines.version(row) }, byRow.get(id) ?? [])] : []
    })
  try {
    const taking = undoStack.settled()
    if (taking) await raceWithPageHide(taking)
    const { registros, problemas } = await patchEach(register, items(), valid, { action, onQueued })
    for (const row of registros) lines.recordVersion(row)
    const saved = new Map(registros.map(row => [String(row.id), row]))
    const cells = changes.filter(({ address }) => saved.has(address.row)).length
    if (cells > 0) undoStack.saved(action, say('list.cells-saved', { count: cells }))
    const put = (row: RegisterRow): RegisterRow => {
      const stands = saved.get(String(row.id))
      return stands ? { ...row, ...stands } : row
    }
    return { refusals: cellRefusalsOf(problemas, ids, changes), show: () => latest.current.mutate(all => all.map(put)) }
  } catch (error) {
    const refused = error instanceof CallError ? cellRefusalsOf(error.details, ids, changes) : []
    if (refused.length === 0) throw error
    return { refusals: refused }
  }
}

/** A row's own changes as they are sent. */
function itemOf(
  row: RegisterRow,
  own: readonly CellChange[],
): Readonly<Record<string, unknown>> & { readonly id: RegisterRow['id'] } {
  return { id: row.id, version: row.version, ...Object.fromEntries(own.map(({ address, value }) => [address.column, value])) }
}

/** Problems of the request at the rows and columns that they are about. */
function cellRefusalsOf(
  details: readonly ErrorDetail[],
  ids: readonly string[],
  changes: readonly CellChange[],
): readonly CellRefusal[] {
  return details.flatMap(({ path, message }) => {
    const [, at = '', column] = /^itens\.(\d+)(?:\.([^.]+))?/.exec(path) ?? []
    const row = at === '' ? undefined : ids[Number(at)]
    if (row === undefined) return []
    const known = changes.some(({ address }) => address.row === row && address.column === column)
    return [{ row, reason: message, ...(known ? { column } : {}) }]
  })
}
