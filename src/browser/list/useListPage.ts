import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Register } from '../../model/model.ts'
import { actionsAt } from '../actions/actions.ts'
import { useActionDialog } from '../actions/useActionDialog.tsx'
import { useRunAction } from '../actions/useRunAction.ts'
import { useUndoStack } from '../actions/useUndoStack.ts'
import type { RegisterRow, RowsState } from '../data/registerRows.ts'
import { useMay, useModel, useSession, useTranslate } from '../data/session.tsx'
import { useExpressions } from '../data/useExpressions.ts'
import { type Density, rowHeights, usualDensity } from '../grid/columns/density.ts'
import { pageCommandOf } from '../ui/keyboard/pageKeys.ts'
import { displayExpressions } from './cells/displayExpressions.ts'
import { type ListColumn, listCardColumns, listColumns, shownColumns } from './cells/listColumns.ts'
import type { ListTools } from './listTools.ts'
import { listFilterOf } from './query/listQuery.ts'
import { isNarrowed, type ListState } from './query/listUrlState.ts'
import { useListRows } from './query/useListRows.ts'
import { type ChangeState, useListState } from './query/useListState.ts'
import { type Total, useTotals } from './query/useTotals.ts'
import { createRowSaveQueues, type SeenRows } from './save/rowSaveQueues.ts'
import { useSaveCell } from './save/useSaveCell.ts'
import { useSaveMany } from './save/useSaveMany.ts'
import { columnNamesKey, parseColumnNames, usePersistedState } from './views/usePersistedState.ts'

export interface ListPageModel {
  readonly tools: ListTools
  readonly state: ListState
  readonly change: ChangeState
  readonly rows: RowsState
  /** Sums of all pages, under the columns shown. */
  readonly totals: readonly Total[]
  readonly columns: readonly ListColumn[]
  readonly shown: readonly ListColumn[]
  /** Whether a person has chosen them. */
  readonly chosen: boolean
  /** Columns of the card on phones. */
  readonly card: readonly ListColumn[]
  readonly density: Density
  /** The dialog of an action under way. */
  readonly dialog: ReactNode
  readonly seen: SeenRows
  setDensity(density: Density): void
  setColumns(names: readonly string[] | undefined): void
  onKeyDown(event: KeyboardEvent): void
}

/** Everything a list page knows: its state from the address, its rows, its columns, and what can be done. */
export function useListPage(register: Register, phone: boolean): ListPageModel {
  const model = useModel()
  const can = useMay()
  const say = useTranslate()
  const { user } = useSession()
  const [state, change] = useListState(register)
  const [chosenDensity, setDensity] = usePersistedState(`list.density.${user.id}`, readDensity)
  const [names, keepNames] = usePersistedState(columnNamesKey(user.id, register), parseColumnNames)
  const columns = useMemo(() => listColumns(model, register), [model, register])
  const shown = useMemo(() => shownColumns(columns, state.columns ?? names), [columns, state.columns, names])
  const card = useMemo(() => listCardColumns(columns, register), [columns, register])
  const rows = useListRows(register, state, change, phone ? card : shown, !state.look)
  const totals = useTotals(register, state, state.look ? [] : phone ? columns : shown)
  const undoStack = useUndoStack()
  const [lines] = useState(createRowSaveQueues)
  const seen = useSeen(rows.rows)
  const save = useSaveCell(register, rows, seen, undoStack, lines)
  const saveMany = useSaveMany(register, rows, seen, undoStack, lines)
  const painted = useMemo(() => displayExpressions(register, phone ? card : shown), [register, phone, card, shown])
  const evaluate = useExpressions(register.name, painted)
  const [run, drawDialog] = useActionDialog(useRunAction(register, undoStack))
  const tools = useMemo<ListTools>(
    () => ({ model, register, can, say, evaluate, save, saveMany, undoStack, run, rowActions: actionsAt(register, 'row', can) }),
    [model, register, can, say, evaluate, save, saveMany, undoStack, run],
  )
  const listed = useMemo(() => ({ filter: listFilterOf(state, register), narrowed: isNarrowed(state) }), [state, register])
  const setColumns = useCallback(
    (next: readonly string[] | undefined) => {
      keepNames(next)
      change({ columns: next }, { replace: true })
    },
    [keepNames, change],
  )
  const last = Math.max(1, Math.ceil(rows.count / state.perPage))
  const onKeyDown = (event: KeyboardEvent): void => {
    const wish = pageCommandOf(event)
    const by = wish === 'nextPage' ? 1 : wish === 'previousPage' ? -1 : 0
    const page = Math.min(last, Math.max(1, state.page + by))
    if (by === 0 || page === state.page) return
    event.preventDefault()
    change({ page })
  }
  return {
    tools,
    dialog: drawDialog({ ...tools, listed }),
    state,
    change,
    rows,
    totals,
    columns,
    shown,
    chosen: (state.columns ?? names) !== undefined,
    card,
    density: chosenDensity ?? usualDensity(state.perPage),
    seen,
    setDensity,
    setColumns,
    onKeyDown,
  }
}

const isDensity = (kept: unknown): kept is Density => typeof kept === 'string' && Object.hasOwn(rowHeights, kept)
const readDensity = (kept: unknown): Density | undefined => (isDensity(kept) ? kept : undefined)

/** A selection goes over pages, and so do saves. */
function useSeen(rows: readonly RegisterRow[]): SeenRows {
  const seen = useRef(new Map<string, RegisterRow>())
  const last = useRef<readonly RegisterRow[]>(undefined)
  if (last.current !== rows) for (const row of rows) seen.current.set(String(row.id), row)
  last.current = rows
  return seen.current
}
