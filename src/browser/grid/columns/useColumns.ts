import {
  type ColumnDef,
  type ColumnSizingState,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  functionalUpdate,
  type Header,
  metaHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isSameValue } from '../isSameValue.ts'
import { type ColumnWidths, loadColumnLayout, onRemoteLayout, saveColumnLayout } from './columnLayout.ts'
import { inColumnOrder, moveColumnBefore, moveColumnBy } from './columnOrder.ts'
import { defaultWidth, type GridColumn, minimumWidth } from './gridColumn.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnMeta: metaHelper<{ name: string }>(),
})

export type GridFeatures = typeof features

export interface ColumnModel<Row extends object> {
  /** Those shown, in their order: pinned ones at their sides. */
  readonly columns: readonly GridColumn<Row>[]
  readonly headers: readonly Header<GridFeatures, Row, unknown>[]
  readonly widths: ColumnWidths
  setWidth(columnId: string, width: number): void
  resetWidth(columnId: string): void
  /** Moves a column past its neighbour of the same side; false when there is none. */
  moveColumnBy(columnId: string, by: -1 | 1): boolean
  /** Puts a column before another one. */
  moveColumnBefore(columnId: string, before: string): void
}

const noRows: readonly never[] = []
const noHeaders: readonly never[] = []

/** The table's model of columns: order, sides, which are shown, widths (order and widths are kept for this user under the name `keep`). Rows stay as they come. */
export function useColumns<Row extends object>(given: readonly GridColumn<Row>[], keep: string | undefined): ColumnModel<Row> {
  const [order, setOrder] = useState<readonly string[]>(() => loadColumnLayout(keep).order)
  const [widths, setWidths] = useState<ColumnSizingState>(() => ({ ...loadColumnLayout(keep).widths }))
  const defs = useMemo(() => given.filter(({ hidden }) => !hidden).map(column => definitionOf(column)), [given])
  const placed = useMemo(() => placesOf(given, order), [given, order])

  const table = useTable<GridFeatures, Row>({
    features,
    columns: defs,
    data: noRows,
    columnResizeMode: 'onChange',
    state: { ...placed, columnSizing: widths },
    onColumnSizingChange: setWidths,
    onColumnOrderChange(change) {
      const next = functionalUpdate(change, placed.columnOrder)
      setOrder(next)
      saveColumnLayout(keep, { order: next })
    },
  })

  const headers = table.getHeaderGroups()[0]?.headers ?? noHeaders
  const columns = useMemo(() => {
    const byId = new Map(given.map(column => [column.id, column]))
    return headers.flatMap(({ id }) => byId.get(id) ?? [])
  }, [given, headers])

  const resizing = table.state.columnResizing.isResizingColumn
  /** Widths as they are kept: what is drawn of an older layout must not take the place of one that was brought since. */
  const known = useRef<ColumnWidths>(widths)
  useEffect(() => {
    if (resizing !== false || isSameValue(widths, known.current)) return
    known.current = widths
    saveColumnLayout(keep, { widths })
  }, [resizing, widths, keep])
  useEffect(() => {
    const take = (): void => {
      const layout = loadColumnLayout(keep)
      known.current = layout.widths
      setOrder(now => (isSameValue(now, layout.order) ? now : layout.order))
      setWidths(now => (isSameValue(now, layout.widths) ? now : { ...layout.widths }))
    }
    // A layout may have come after this grid was drawn and before it listened.
    take()
    return keep === undefined ? undefined : onRemoteLayout(keep, take)
  }, [keep])

  return {
    columns,
    headers,
    widths,
    setWidth: (columnId, width) => setWidths(old => ({ ...old, [columnId]: Math.max(minimumWidth, Math.round(width)) })),
    moveColumnBy(columnId, by) {
      const next = moveColumnBy(columns, columnId, by)
      if (next) table.setColumnOrder([...next])
      return next !== undefined
    },
    moveColumnBefore(columnId, before) {
      const next = moveColumnBefore(columns, columnId, before)
      if (next) table.setColumnOrder([...next])
    },
    resetWidth: columnId => setWidths(({ [columnId]: _, ...rest }) => rest),
  }
}

function definitionOf<Row extends object>(column: GridColumn<Row>): ColumnDef<GridFeatures, Row> {
  return {
    id: column.id,
    header: column.title,
    size: column.width ?? defaultWidth,
    minSize: column.tool ? 0 : (column.minWidth ?? minimumWidth),
    enableResizing: !column.tool,
  }
}

/** Where columns stand, as the table wants it told. */
function placesOf<Row>(given: readonly GridColumn<Row>[], order: readonly string[]) {
  const columns = inColumnOrder(given, order).filter(({ hidden }) => !hidden)
  const idsAt = (side: GridColumn<Row>['pin']): string[] => columns.flatMap(({ id, pin }) => (pin === side ? id : []))
  return {
    columnOrder: columns.map(({ id }) => id),
    columnPinning: { start: idsAt('start'), end: idsAt('end') },
  }
}
