import { useCallback, useEffect, useMemo, useState } from 'react'
import { showToast } from '../../controls/overlays/toasts.ts'
import { useInputServices } from '../../kinds/inputServices.tsx'
import { fillAddress } from '../../model/fillAddress.ts'
import type { Translate } from '../../model/formatMessage.ts'
import type { Field, Register } from '../../model/model.ts'
import { recordName } from '../actions/actions.ts'
import { checkFieldValue } from '../actions/checkFieldValue.ts'
import { parseCell } from '../actions/parseCell.ts'
import type { RegisterRow, RowsState } from '../data/registerRows.ts'
import { useSession } from '../data/session.tsx'
import type { Density } from '../grid/columns/density.ts'
import type { GridColumn } from '../grid/columns/gridColumn.ts'
import { FieldEditor } from '../grid/edit/FieldEditor.tsx'
import { Grid } from '../grid/Grid.tsx'
import type { CellEditorProps } from '../grid/gridContext.ts'
import type { GridProps } from '../grid/gridProps.ts'
import { type Selection, toggleRow } from '../grid/selection.ts'
import { useNavigate } from '../router/router.tsx'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { isOpenAction, RowActions } from './bar/RowActions.tsx'
import { CellInput } from './cells/CellInput.tsx'
import { listCell } from './cells/ListCell.tsx'
import { columnValue, type ListColumn, referenceLabel } from './cells/listColumns.ts'
import { actionsColumn, listGridColumns } from './cells/listGridColumns.ts'
import { createPersistedCells, type PersistedCells, persistedCellsKey } from './cells/persistedCells.ts'
import { lazyListCode, usePrefetchedListCode } from './lazyListCode.ts'
import type { ListTools } from './listTools.ts'
import type { ListState } from './query/listUrlState.ts'
import { parseSortOrder } from './query/sortOrder.ts'
import type { Total } from './query/useTotals.ts'
import { toneOfRow } from './toneOfRow.ts'
import { useFittingColumns } from './useFittingColumns.ts'

interface Props extends Pick<GridProps<RegisterRow>, 'empty'> {
  readonly tools: ListTools
  /** Every column that may be chosen, and those that are. */
  readonly columns: readonly ListColumn[]
  readonly shown: readonly ListColumn[]
  /** Whether a person has chosen them. */
  readonly chosen: boolean
  readonly state: ListState
  readonly rows: RowsState
  /** Sums of all pages. */
  readonly totals: readonly Total[]
  readonly density: Density
  readonly selection: Selection
  readonly selectable: boolean
  readonly keep: string
  onSelect(selection: Selection): void
  onSort(columnId: string): void
}

const rowId = (row: RegisterRow): string => String(row.id)

/** The list as a grid: the definition's columns in the one grid. */
export function ListGrid({
  tools,
  columns,
  shown: wanted,
  chosen,
  state,
  rows,
  totals,
  density,
  selection,
  selectable,
  keep,
  onSelect,
  onSort,
  empty,
}: Props) {
  const { register } = tools
  const navigate = useNavigate()
  const { fitting: shown, moved } = useFittingColumns(wanted, chosen, tools)
  const { expand = [] } = register.views.list
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const open = tools.rowActions.find(isOpenAction)?.does
  const address = open && 'open' in open ? open.open : undefined
  const byId = useMemo(() => new Map(shown.map(column => [column.id, column])), [shown])
  const slots = useSlots(byId, tools, address)
  const onExpand = useCallback((id: string) => setExpanded(old => toggleRow(old, id)), [])
  usePrefetchedListCode(!rows.loading)
  const RowDetail = useLazyComponent(lazyListCode.detail, expanded.size > 0)
  const detail = useCallback(
    (row: RegisterRow) =>
      RowDetail && (
        <RowDetail row={row} register={tools.register} moved={moved} cell={column => listCell(column, row, tools, undefined)} />
      ),
    [RowDetail, tools, moved],
  )
  const kept = useKeptCells(register.name)
  const footer = useFooter(totals, shown, rows.count, tools.say)
  return (
    <Grid<RegisterRow>
      label={register.title}
      columns={useMemo(() => listGridColumns(columns, shown, tools), [columns, shown, tools])}
      rows={rows.rows}
      rowId={rowId}
      rowName={useCallback((row: RegisterRow) => recordName(register, row), [register])}
      {...slots}
      onEdit={tools.save}
      onBatch={tools.saveMany}
      unreadable={kept.initial}
      onUnreadable={kept.put}
      onUndo={tools.undoStack.undo}
      onRedo={tools.undoStack.redo}
      onOpen={useCallback(
        (row: RegisterRow) => address !== undefined && void navigate(fillAddress(address, row)),
        [address, navigate],
      )}
      selection={selection}
      onSelect={selectable ? onSelect : undefined}
      order={useMemo(() => parseSortOrder(state.order), [state.order])}
      onSort={onSort}
      density={density}
      tone={useTone(tools)}
      detail={expand.length + moved.length > 0 ? detail : undefined}
      expanded={expanded}
      onExpand={onExpand}
      footer={footer}
      skeleton={rows.loading ? state.perPage : undefined}
      dimmed={rows.stale}
      firstRow={(state.page - 1) * state.perPage}
      rowCount={rows.count}
      layoutName={keep}
      empty={empty}
    />
  )
}

/** Returns the cells of this list that could not be saved, over a reload too. */
function useKeptCells(register: string): PersistedCells {
  const { user } = useSession()
  const [kept] = useState(() => createPersistedCells(persistedCellsKey(user.id, register)))
  useEffect(() => {
    const left = kept.show()
    addEventListener('pagehide', kept.write)
    document.addEventListener('visibilitychange', kept.write)
    return () => {
      left()
      removeEventListener('pagehide', kept.write)
      document.removeEventListener('visibilitychange', kept.write)
    }
  }, [kept])
  return kept
}

/** The last line: sums under their columns, and in the first column that has none how many rows they are of. */
function useFooter(totals: readonly Total[], columns: readonly ListColumn[], count: number, say: Translate) {
  return useMemo(() => {
    if (totals.length === 0) return undefined
    const sums = new Map(totals.map(({ column, text }) => [column.id, text]))
    const label = columns.find(({ id }) => !sums.has(id))?.id
    return ({ id }: GridColumn<RegisterRow>) => (id === label ? say('list.totals', { count }) : sums.get(id))
  }, [totals, columns, count, say])
}

/** The grid's slots: cell, editor, value. They change only with the columns and the rights. */
function useSlots(byId: ReadonlyMap<string, ListColumn>, tools: ListTools, address: string | undefined) {
  const { register, say } = tools
  const cell = useCallback(
    (row: RegisterRow, { id, editable }: GridColumn<RegisterRow>) => {
      if (id === actionsColumn) return <RowActions row={row} tools={tools} />
      const column = byId.get(id)
      // The cell that names the record leads to it, unless a click there edits.
      const leads = (id === register.label || id === register.code) && !editable?.(row)
      return column ? listCell(column, row, tools, leads ? address : undefined) : null
    },
    [byId, tools, register, address],
  )
  const value = useCallback(
    (row: RegisterRow, { id }: GridColumn<RegisterRow>): unknown => {
      const column = byId.get(id)
      return column ? columnValue(column, row) : null
    },
    [byId],
  )
  const editor = useCallback(
    (edit: CellEditorProps<RegisterRow>) => {
      const { row, column: shown, value } = edit
      const column = byId.get(shown.id)
      const field = column?.field
      if (!column || !field) return null
      return (
        <FieldEditor
          edit={edit}
          input={CellInput}
          field={{ ...field, title: shown.title }}
          record={row}
          label={value === columnValue(column, row) ? referenceLabel(column, row) : undefined}
          onLost={() => showToast({ tone: 'danger', text: say('load-value-failed', lostWords(field, register, row)) })}
          check={next => checkFieldValue(field, next)}
          say={say}
        />
      )
    },
    [byId, say, register],
  )
  const around = useInputServices()
  const parse = useCallback(
    (text: string, row: RegisterRow, { id }: GridColumn<RegisterRow>, typed?: boolean) => {
      const field = byId.get(id)?.field
      return field
        ? parseCell(text, field, around, name => tools.model.registers[name]?.title ?? name, typed, row)
        : { value: null }
    },
    [byId, around, tools.model],
  )
  return { cell, value, editor, parse }
}

/** Returns the title of a value that did not load, and its record. */
const lostWords = ({ title }: Field, register: Register, row: RegisterRow) => ({
  resource: title,
  of: register.gender === 'f' ? 'da' : 'do',
  singular: register.singular,
  name: recordName(register, row),
})

/** Colour of a row: the first condition that holds. */
function useTone({ register, evaluate }: ListTools) {
  const tone = useCallback((row: RegisterRow) => toneOfRow(row, { register, evaluate }), [register, evaluate])
  return register.views.list.rowTone.length > 0 ? tone : undefined
}
