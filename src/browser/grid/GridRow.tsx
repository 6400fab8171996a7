// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { cellAddressKey } from './cellAddress.ts'
import type { GridColumn } from './columns/gridColumn.ts'
import { toolContent } from './columns/toolColumns.tsx'
import { GridCell } from './GridCell.tsx'
import { type GridSlots, useGridContext } from './gridContext.ts'
import type { RowState } from './gridState.ts'
import type { ColumnWindow } from './viewport/useColumnWindow.ts'

export type RowTone = 'positive' | 'warning' | 'danger' | 'info' | 'neutral' | `repeat-${number}`

/** The properties of all rows: one object, changed only when they all must render. */
export interface SharedRowProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly offsets: Readonly<Record<string, number>>
  /** Whether a row stands as a card, with the titles of its columns in its cells. */
  readonly stacked?: boolean | undefined
  /** The columns drawn besides the pinned ones; all when left out. */
  readonly drawn?: ColumnWindow | undefined
  readonly slots: GridSlots<Row>
  readonly selectable: boolean
  readonly firstRow: number
  tone?: ((row: Row) => RowTone | undefined) | undefined
  detail?: ((row: Row) => ReactNode) | undefined
  /** Returns the name of a row, for the labels of its checkbox and its arrow. */
  rowName(row: Row): string
  onExpand?: ((rowId: string) => void) | undefined
  readonly problems?: ReadonlyMap<string, string> | undefined
}

interface RowProps<Row> {
  readonly row: Row
  readonly rowId: string
  readonly index: number
  readonly start: number
  readonly selected: boolean
  readonly expanded: boolean
  readonly share: SharedRowProps<Row>
  measure(element: HTMLElement | null): (() => void) | undefined
}

function RowView<Row>({ row, rowId, index, start, selected, expanded, share, measure }: RowProps<Row>) {
  const { state, rangeIn } = useGridContext()
  const own = useSyncExternalStore(state.subscribe, () => state.rowState(rowId))
  const block = useSyncExternalStore(state.subscribe, () => rangeIn(index))
  const ref = useRowFocus(own)
  const { columns, offsets, slots, selectable, problems, drawn, stacked = false } = share
  const rowIndex = share.firstRow + index + 2
  const [first = Number.NaN, last = Number.NaN] = block === '' ? [] : block.split(':').map(Number)
  return (
    <div
      role="presentation"
      className="grid-item"
      data-index={index}
      ref={measure}
      style={{ transform: `translateY(${start}px)` }}
      data-raised={own.focus !== undefined || undefined}
    >
      <div
        ref={ref}
        role="row"
        className="grid-row"
        aria-rowindex={rowIndex}
        aria-selected={selectable ? selected : undefined}
        data-tone={share.tone?.(row)}
      >
        {columns.map((column, i) =>
          drawn && !isDrawn(drawn, column, i, own) ? null : (
            <GridCell
              key={column.id}
              track={drawn && i + 1}
              stacked={stacked}
              content={
                column.tool
                  ? toolContent(column.id, { rowId, name: share.rowName(row), selected, expanded, onExpand: share.onExpand })
                  : undefined
              }
              row={row}
              rowId={rowId}
              column={column}
              index={i}
              offset={offsets[column.id]}
              slots={slots}
              focused={own.focus === column.id}
              chosen={i >= first && i <= last}
              editing={own.editing?.address.column === column.id ? own.editing : undefined}
              status={own.statuses?.[column.id]}
              problem={problems?.get(cellAddressKey({ row: rowId, column: column.id }))}
            />
          ),
        )}
      </div>
      {expanded && share.detail && (
        <div role="row" className="grid-detail" aria-rowindex={rowIndex}>
          <div role="gridcell" aria-colspan={columns.length} className="grid-detail-cell">
            {share.detail(row)}
          </div>
        </div>
      )}
    </div>
  )
}

/** The cell with the focus is drawn wherever it is: the focus must not be lost. */
const isDrawn = <Row,>({ first, last }: ColumnWindow, { id, pin }: GridColumn<Row>, index: number, own: RowState): boolean =>
  pin !== undefined || (index >= first && index <= last) || own.focus === id

/** Gives the focused cell of a row the keyboard, and takes the controls in its cells out of the Tab order. */
function useRowFocus({ focus, editing }: RowState): RefObject<HTMLDivElement | null> {
  const { state } = useGridContext()
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const cell = focus === undefined ? null : ref.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(focus)}"]`)
    if (!cell || editing) return
    if (state.active && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true })
    if (state.follow) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [focus, editing, state])
  useLayoutEffect(() => {
    // The grid is one stop of the Tab key: controls inside are reached through their cell.
    for (const control of ref.current?.querySelectorAll<HTMLElement>(resting) ?? []) control.tabIndex = -1
  })
  return ref
}

const resting = '.grid-cell:not(.is-editing) :is(a[href], button, input, select)'

/** One row. Moving the focus renders the two rows it leaves and enters; scrolling renders only rows that come into view. */
export const GridRow = memo(RowView) as typeof RowView
