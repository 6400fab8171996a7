import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Register } from '../../model/model.ts'
import { useExpressions } from '../data/expressions.ts'
import type { RegisterRow, RowsState } from '../data/rows.ts'
import { useMay, useModel, useTranslate, useSession } from '../data/session.tsx'
import { type Density, rowHeights } from '../grid/density.ts'
import { pageCommandOf } from '../keys/pageKeys.ts'
import { actionsAt, displayExpressions } from './actions.ts'
import { listCardColumns, type ListColumn, listColumns, shownColumns } from './columns.ts'
import type { ListTools } from './context.ts'
import { createRowSaveQueues, type SeenRows } from './rowLines.ts'
import type { ListState } from './urlState.ts'
import { useActionDialog } from './useActionDialog.tsx'
import { columnNamesKey, parseColumnNames, usePersistedState } from './useKept.ts'
import { useListRows } from './useListRows.ts'
import { type ChangeState, useListState } from './useListState.ts'
import { useRunAction } from './useRunAction.ts'
import { useSaveCell } from './useSaveCell.ts'
import { useSaveMany } from './useSaveMany.ts'
import { type Total, useTotals } from './useTotals.ts'
import { useUndoStack } from './useUndoing.ts'

export interface ListPageModel {
  readonly tools: ListTools
  readonly state: ListState
  readonly change: ChangeState
  readonly rows: RowsState
  /** Sums of all pages, under the columns shown. */
  readonly totals: readonly Total[]
  readonly columns: readonly ListColumn[]
  readonly shown: readonly ListColumn[]
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
  const may = useMay()
  const say = useTranslate()
  const { user } = useSession()
  const [state, change] = useListState(register)
  const [density, setDensity] = usePersistedState(`list.density.${user.id}`, readDensity)
  const [names, keepNames] = usePersistedState(columnNamesKey(user.id, register), parseColumnNames)
  const columns = useMemo(() => listColumns(model, register), [model, register])
  const shown = useMemo(() => shownColumns(columns, state.columns ?? names), [columns, state.columns, names])
  const card = useMemo(() => listCardColumns(columns, register), [columns, register])
  const rows = useListRows(register, state, change, phone ? card : shown, true)
  const totals = useTotals(register, state, phone ? columns : shown)
  const undoing = useUndoStack()
  const [lines] = useState(createRowSaveQueues)
  const seen = useSeen(rows.rows)
  const save = useSaveCell(register, rows, seen, undoing, lines)
  const saveMany = useSaveMany(register, rows, seen, undoing, lines)
  const painted = useMemo(() => displayExpressions(register, phone ? card : shown), [register, phone, card, shown])
  const evaluate = useExpressions(register.name, painted)
  const [run, drawDialog] = useActionDialog(useRunAction(register, undoing))
  const tools = useMemo<ListTools>(
    () => ({ model, register, may, say, evaluate, save, saveMany, undoing, run, rowActions: actionsAt(register, 'row', may) }),
    [model, register, may, say, evaluate, save, saveMany, undoing, run],
  )
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
    dialog: drawDialog(tools),
    state,
    change,
    rows,
    totals,
    columns,
    shown,
    card,
    density,
    seen,
    setDensity,
    setColumns,
    onKeyDown,
  }
}

const readDensity = (kept: unknown): Density =>
  typeof kept === 'string' && Object.hasOwn(rowHeights, kept) ? (kept as Density) : 'normal'

/** A selection goes over pages, and so do saves. */
function useSeen(rows: readonly RegisterRow[]): SeenRows {
  const seen = useRef(new Map<string, RegisterRow>())
  const last = useRef<readonly RegisterRow[]>(undefined)
  if (last.current !== rows) for (const row of rows) seen.current.set(String(row.id), row)
  last.current = rows
  return seen.current
}
