// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react'
import './grid.css'
import './marks.css'
import { Announcer } from './Announcer.tsx'
import { type GridColumn, leastTotal, pinnedWidth, pinOffsets, tracks } from './column.ts'
import { type Density, rowHeights } from './density.ts'
import { GridBody } from './GridBody.tsx'
import { GridFooter } from './GridFooter.tsx'
import { GridHeader, type GridOrder } from './GridHeader.tsx'
import type { RowsShare, RowTone } from './GridRow.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import type { Widths } from './layout.ts'
import { type EditorProps, GridPartsProvider } from './parts.ts'
import { nothing, type Selection } from './selection.ts'
import { expandColumn, SelectAll, selectColumn } from './tools.tsx'
import { useBoard } from './useBoard.ts'
import { useColumns } from './useColumns.ts'
import { useWide } from './useWide.ts'

export interface GridProps<Row extends object> {
  /** Says what the grid holds: 'Produtos'. */
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  rowId(row: Row): string
  /** What a cell shows; keep the function (useCallback), rows render when it changes. */
  cell(row: Row, column: GridColumn<Row>): ReactNode
  /** The control of an edited cell. */
  editor?: ((edit: EditorProps<Row>) => ReactNode) | undefined
  /** The value an editor starts from; the row's property of the column's id when left out. */
  value?: ((row: Row, column: GridColumn<Row>) => unknown) | undefined
  /**
   * A cell was edited. A promise marks the cell as being saved, its rejection as failed with the message as the reason;
   * an owner that keeps the rows itself (a child list) returns nothing.
   */
  onEdit?: ((rowId: string, columnId: string, value: unknown) => Promise<void> | void) | undefined
  readonly selection?: Selection | undefined
  onSelect?: ((selection: Selection) => void) | undefined
  /** Enter on a cell that is not edited, Ctrl+Enter on any. */
  onOpen?: ((row: Row) => void) | undefined
  readonly order?: readonly GridOrder[] | undefined
  onSort?: ((columnId: string) => void) | undefined
  readonly density?: Density | undefined
  tone?: ((row: Row) => RowTone | undefined) | undefined
  /** What a row is called, for the labels of its checkbox and its arrow. */
  rowName?: ((row: Row) => string) | undefined
  readonly expanded?: ReadonlySet<string> | undefined
  onExpand?: ((rowId: string) => void) | undefined
  detail?: ((row: Row) => ReactNode) | undefined
  /** Reasons found elsewhere (on saving the form), by `column.row`. */
  readonly problems?: ReadonlyMap<string, string> | undefined
  footer?: ((column: GridColumn<Row>) => ReactNode) | undefined
  /** Shown in place of rows when there are none. */
  readonly empty?: ReactNode
  /** Rows of a skeleton shown before the first rows are there. */
  readonly skeleton?: number | undefined
  /** Old rows while new ones are on their way. */
  readonly dimmed?: boolean | undefined
  /** Rows before the first and in all, when `rows` is a page of them. */
  readonly firstRow?: number | undefined
  readonly rowCount?: number | undefined
  /** Name under which this user's column widths are kept. */
  readonly keep?: string | undefined
  /** As high as its rows, up to this many pixels; without it the grid fills its place. */
  readonly maxHeight?: number | undefined
}

const closed: ReadonlySet<string> = new Set()

/** The one grid: lists and child lists. Rows and values belong to its owner; focus, editing and widths to the grid. */
export function Grid<Row extends object>(props: GridProps<Row>) {
  const { label, rows, density = 'normal', selection = nothing, expanded = closed, firstRow = 0, maxHeight } = props
  const scroller = useRef<HTMLDivElement>(null)
  const model = useColumns(useTools(props), props.keep)
  const { columns, widths } = model
  const board = useBoard(props, model, scroller)
  const { ids, indexOf, slots, parts, handlers } = board
  const offsets = useMemo(() => pinOffsets(columns, widths), [columns, widths])
  const share = useShare(props, columns, offsets, slots)
  const loading = props.skeleton !== undefined && rows.length === 0
  const height = rowHeights[density]
  const wide = useWide(scroller, leastTotal(columns, widths))

  useEffect(() => parts.state.keepFocus(columns, ids), [parts, columns, ids])

  const style = gridStyle(columns, widths, height, maxHeight)
  const empty = rows.length === 0 && !loading
  return (
    <GridPartsProvider value={parts}>
      <div className={`grid-frame${maxHeight === undefined ? ' is-filling' : ''}`} data-dimmed={props.dimmed || undefined}>
        <div
          ref={scroller}
          role="grid"
          className="grid"
          style={style}
          data-density={density}
          data-wide={wide || undefined}
          data-empty={empty || undefined}
          aria-label={label}
          aria-rowcount={(props.rowCount ?? rows.length) + 1}
          aria-colcount={columns.length}
          aria-multiselectable={props.onSelect ? true : undefined}
          aria-busy={props.dimmed || loading || undefined}
          {...handlers}
        >
          <GridHeader
            headers={model.headers}
            selectAll={props.onSelect && <SelectAll ids={ids} selection={selection} onSelect={props.onSelect} />}
            columns={columns}
            offsets={offsets}
            order={props.order ?? []}
            onSort={props.onSort}
            setWidth={model.setWidth}
            resetWidth={model.resetWidth}
          />
          <GridBody
            rows={rows}
            ids={ids}
            indexOf={indexOf}
            selection={selection}
            expanded={expanded}
            rowHeight={height}
            share={share}
            scroller={scroller}
          />
          {loading && <GridSkeleton columns={columns} count={props.skeleton ?? 0} />}
          {props.footer && !empty && !loading && (
            <GridFooter columns={columns} offsets={offsets} rowIndex={firstRow + rows.length + 2} footer={props.footer} />
          )}
        </div>
        {empty && <div className="grid-empty">{props.empty}</div>}
        <Announcer columns={columns} />
      </div>
    </GridPartsProvider>
  )
}

function useShare<Row extends object>(
  { firstRow = 0, onSelect, tone, detail, problems, rowName = unnamed, onExpand }: GridProps<Row>,
  columns: readonly GridColumn<Row>[],
  offsets: Readonly<Record<string, number>>,
  slots: RowsShare<Row>['slots'],
): RowsShare<Row> {
  const selectable = onSelect !== undefined
  return useMemo(
    () => ({ columns, offsets, slots, selectable, firstRow, tone, detail, problems, rowName, onExpand }),
    [columns, offsets, slots, selectable, firstRow, tone, detail, problems, rowName, onExpand],
  )
}

const unnamed = (): string => ''

/** The owner's columns behind those of the grid: what selects and what opens rows. */
function useTools<Row extends object>({ columns, onSelect, detail }: GridProps<Row>): readonly GridColumn<Row>[] {
  const selects = onSelect !== undefined
  const opens = detail !== undefined
  return useMemo(
    () => [...(selects ? [selectColumn] : []), ...(opens ? [expandColumn] : []), ...columns],
    [columns, selects, opens],
  )
}

/** What the style sheet needs to know: changed in one place, whatever the number of rows. */
function gridStyle<Row>(
  columns: readonly GridColumn<Row>[],
  widths: Widths,
  rowHeight: number,
  maxHeight: number | undefined,
): CSSProperties {
  const style: Record<`--${string}`, string> = {
    '--grid-tracks': tracks(columns, widths),
    '--grid-width': `${leastTotal(columns, widths)}px`,
    '--grid-row': `${rowHeight}px`,
    '--grid-pin-start': `${pinnedWidth(columns, widths, 'start')}px`,
    '--grid-pin-end': `${pinnedWidth(columns, widths, 'end')}px`,
  }
  return maxHeight === undefined ? style : { ...style, maxHeight }
}
