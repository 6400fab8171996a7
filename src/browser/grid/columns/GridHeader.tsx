// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import type { Header } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type MouseEvent, type ReactNode, type TouchEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { headerRow } from '../cellAddress.ts'
import { useGridContext } from '../gridContext.ts'
import { gridMessages } from '../gridMessages.ts'
import type { GridColumn } from './gridColumn.ts'
import { selectColumn } from './toolColumns.tsx'
import type { GridFeatures } from './useColumns.ts'

/** One column of the order: the field and which way. */
export interface GridSort {
  readonly column: string
  readonly desc: boolean
}

interface HeadProps<Row extends object> {
  readonly headers: readonly Header<GridFeatures, Row, unknown>[]
  readonly columns: readonly GridColumn<Row>[]
  readonly offsets: Readonly<Record<string, number>>
  readonly order: readonly GridSort[]
  /** The checkbox over the checkboxes. */
  readonly selectAll: ReactNode
  onSort?: ((columnId: string) => void) | undefined
  setWidth(columnId: string, width: number): void
  resetWidth(columnId: string): void
}

/** The header row: titles, order, widths. A row of the grid like the others, reached by the arrows. */
export function GridHeader<Row extends object>({
  headers,
  columns,
  offsets,
  order,
  selectAll,
  onSort,
  setWidth,
  resetWidth,
}: HeadProps<Row>) {
  const { state } = useGridContext()
  const own = useSyncExternalStore(state.subscribe, () => state.rowState(headerRow))
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="grid-row" aria-rowindex={1}>
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            index={index}
            header={headers.find(header => header.id === column.id)}
            offset={offsets[column.id]}
            focused={own.focus === column.id}
            content={column.id === selectColumn.id ? selectAll : column.head}
            order={order.find(by => by.column === column.id)}
            onSort={column.sortable ? onSort : undefined}
            setWidth={setWidth}
            resetWidth={resetWidth}
          />
        ))}
      </div>
    </div>
  )
}

interface HeadCellProps<Row extends object> extends Pick<HeadProps<Row>, 'onSort' | 'setWidth' | 'resetWidth'> {
  readonly column: GridColumn<Row>
  readonly index: number
  readonly header: Header<GridFeatures, Row, unknown> | undefined
  readonly offset: number | undefined
  readonly focused: boolean
  readonly order: GridSort | undefined
  readonly content: ReactNode
}

function HeadCell<Row extends object>({
  column,
  index,
  header,
  offset,
  focused,
  order,
  content,
  onSort,
  setWidth,
  resetWidth,
}: HeadCellProps<Row>) {
  const { state } = useGridContext()
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const cell = ref.current
    if (!cell || !focused) return
    if (state.active && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true })
    if (state.follow) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [focused, state])
  useLayoutEffect(() => {
    for (const control of ref.current?.querySelectorAll<HTMLElement>('button,input') ?? []) control.tabIndex = -1
  })
  const sorted = order ? (order.desc ? 'descending' : 'ascending') : 'none'
  return (
    <div
      ref={ref}
      role="columnheader"
      className={`grid-cell is-${column.align ?? 'start'}${column.pin ? ` is-pinned pin-${column.pin}` : ''}${column.tool ? ' is-tool' : ''}`}
      style={offset === undefined ? undefined : { [column.pin === 'end' ? 'right' : 'left']: offset }}
      data-row={headerRow}
      data-column={column.id}
      data-sortable={onSort ? true : undefined}
      tabIndex={focused ? 0 : -1}
      aria-colindex={index + 1}
      // Chromium takes no name from a text that can be dragged.
      aria-label={content ? undefined : nameOf(column)}
      aria-sort={column.sortable ? sorted : undefined}
      onClick={() => onSort?.(column.id)}
    >
      {content === undefined ? (
        <Title column={column} order={order} />
      ) : (
        (content ?? <span className="grid-said">{column.title}</span>)
      )}
      {header && !column.tool && <Resizer header={header} setWidth={setWidth} resetWidth={resetWidth} />}
    </div>
  )
}

const nameOf = <Row,>({ title, required }: GridColumn<Row>): string => (required ? `${title} (${gridMessages.required})` : title)

function Title<Row>({ column, order }: { column: GridColumn<Row>; order: GridSort | undefined }) {
  const Arrow = order?.desc ? ArrowDown : ArrowUp
  return (
    <span className="grid-title" title={column.title} draggable={!column.tool && !column.pin}>
      <span className="grid-title-text">
        {column.title}
        {column.required && (
          <span className="grid-required" title={gridMessages.required}>
            *
          </span>
        )}
      </span>
      {column.sortable && <Arrow className="grid-order" data-on={order !== undefined || undefined} size={13} aria-hidden />}
    </span>
  )
}

interface ResizerProps<Row extends object> extends Pick<HeadProps<Row>, 'setWidth' | 'resetWidth'> {
  readonly header: Header<GridFeatures, Row, unknown>
}

/** The edge that is dragged. By keyboard a column's width changes with Alt and the arrows. */
function Resizer<Row extends object>({ header, setWidth, resetWidth }: ResizerProps<Row>) {
  const start = (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>): void => {
    const painted = event.currentTarget.parentElement?.offsetWidth
    // A column that shares the free room starts from the width it is painted with.
    if (painted !== undefined) flushSync(() => setWidth(header.id, painted))
    header.getResizeHandler()(event)
  }
  return (
    <span
      className="grid-resizer"
      aria-hidden
      data-active={header.column.getIsResizing() || undefined}
      title={gridMessages.resize}
      onClick={event => event.stopPropagation()}
      onMouseDown={start}
      onTouchStart={start}
      onDoubleClick={() => resetWidth(header.id)}
    />
  )
}
