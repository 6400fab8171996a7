// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import { type CSSProperties, type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import './grid.css'
import './stacked.css'
import './cellStatus.css'
import './columns/toolColumns.css'
import { Announcer } from './Announcer.tsx'
import type { ColumnWidths } from './columns/columnLayout.ts'
import { rowHeights, usualDensity } from './columns/density.ts'
import { GridHeader } from './columns/GridHeader.tsx'
import { type GridColumn, gridColumnWidth, gridTracks, minimumTotalWidth, pinnedWidth, pinOffsets } from './columns/gridColumn.ts'
import { expandColumn, rowGripColumn, SelectAll, selectColumn } from './columns/toolColumns.tsx'
import { useColumns } from './columns/useColumns.ts'
import { Pending } from './edit/Pending.tsx'
import { GridBody } from './GridBody.tsx'
import { GridFooter } from './GridFooter.tsx'
import type { SharedRowProps } from './GridRow.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { GridProvider } from './gridContext.ts'
import type { GridProps } from './gridProps.ts'
import { noSelection } from './selection.ts'
import { useGridController } from './useGridController.ts'
import { type ColumnWindow, columnStarts, useColumnWindow } from './viewport/useColumnWindow.ts'
import { useHorizontalOverflow } from './viewport/useHorizontalOverflow.ts'
import { useScrolling } from './viewport/useScrolling.ts'
import { useStacked } from './viewport/useStacked.ts'

const closed: ReadonlySet<string> = new Set()

/** The one grid: lists and child lists. Rows and values belong to its owner; focus, editing and widths to the grid. */
export function Grid<Row extends object>(props: GridProps<Row>) {
  const { label, rows, selection = noSelection, rowCount = rows.length, density = usualDensity(), maxHeight } = props
  const scroller = useRef<HTMLDivElement>(null)
  const model = useColumns(useTools(props), props.layoutName)
  const { columns, widths } = model
  const context = useGridController(props, model, scroller)
  const { ids, indexOf, slots, parts, handlers } = context
  const offsets = useMemo(() => pinOffsets(columns, widths), [columns, widths])
  const drawn = useColumnWindow(scroller, columns, widths)
  const loading = props.skeleton !== undefined && rows.length === 0
  const stacked = useSidewaysRoom(scroller, minimumTotalWidth(columns, widths), props.stack)
  const share = useShare(props, columns, offsets, slots, drawn, stacked)

  useEffect(() => parts.state.keepFocus(columns, ids), [parts, columns, ids])
  useImperativeHandle(
    props.handle,
    () => ({ reveal: address => flushSync(() => parts.interaction.reveal(address)), setUnreadable: parts.setUnreadable }),
    [parts],
  )

  const style = gridStyle(columns, widths, rowHeights[density], maxHeight, drawn !== undefined)
  const empty = rows.length === 0 && !loading
  const hasFooter = props.footer !== undefined && !empty && !loading
  return (
    <GridProvider value={parts}>
      <div
        className={`grid-frame${maxHeight === undefined ? ' is-filling' : ''}`}
        data-dimmed={props.dimmed || undefined}
        style={edgesOf(style)}
      >
        <div
          ref={scroller}
          role="grid"
          className="grid"
          style={style}
          data-density={density}
          data-stacked={stacked || undefined}
          data-empty={empty || undefined}
          data-resized={Object.keys(widths).length > 0 || undefined}
          aria-label={label}
          aria-rowcount={rowCount + (hasFooter ? 2 : 1)}
          aria-colcount={columns.length}
          aria-multiselectable
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
            expanded={props.expanded ?? closed}
            rowHeight={rowHeights[density]}
            share={share}
            scroller={scroller}
            maxHeight={maxHeight}
          />
          {loading && <GridSkeleton columns={columns} count={props.skeleton ?? 0} />}
          {hasFooter && props.footer && (
            <GridFooter columns={columns} offsets={offsets} rowIndex={rowCount + 2} footer={props.footer} />
          )}
        </div>
        {empty && <div className="grid-empty">{props.empty}</div>}
        <Pending />
        <Announcer columns={columns} />
      </div>
    </GridProvider>
  )
}

function useShare<Row extends object>(
  { firstRow = 0, onSelect, tone, detail, problems, rowName = unnamed, onExpand }: GridProps<Row>,
  columns: readonly GridColumn<Row>[],
  offsets: Readonly<Record<string, number>>,
  slots: SharedRowProps<Row>['slots'],
  drawn: ColumnWindow | undefined,
  stacked: boolean,
): SharedRowProps<Row> {
  const selectable = onSelect !== undefined
  return useMemo(
    () => ({ drawn, stacked, columns, offsets, slots, selectable, firstRow, tone, detail, problems, rowName, onExpand }),
    [drawn, stacked, columns, offsets, slots, selectable, firstRow, tone, detail, problems, rowName, onExpand],
  )
}

const unnamed = (): string => ''

/** The owner's columns behind those of the grid: what selects and what opens rows. */
function useTools<Row extends object>({ columns, onSelect, onMoveRow, detail }: GridProps<Row>): readonly GridColumn<Row>[] {
  const selects = onSelect !== undefined
  const opens = detail !== undefined
  const moves = onMoveRow !== undefined
  return useMemo(
    () => [...(moves ? [rowGripColumn] : []), ...(selects ? [selectColumn] : []), ...(opens ? [expandColumn] : []), ...columns],
    [columns, selects, opens, moves],
  )
}

/** Decides how a grid of so many pixels stands in its place: it fits, it scrolls sideways, or its rows stand as cards (true). */
function useSidewaysRoom(scroller: RefObject<HTMLElement | null>, least: number, stack = false): boolean {
  const stacked = useStacked(scroller, stack ? least : 0)
  useHorizontalOverflow(scroller, stacked ? 0 : least)
  useScrolling(scroller)
  return stacked
}

/** Where the shadows of the frame stand: beside what is pinned. */
const edgesOf = (style: CustomProperties): CustomProperties => ({
  '--grid-before': style['--grid-pin-start'],
  '--grid-behind': style['--grid-pin-end'],
})

type CustomProperties = CSSProperties & Readonly<Record<`--${string}`, string | undefined>>

/** Returns the variables of the style sheet: changed in one place, whatever the number of rows. */
function gridStyle<Row>(
  columns: readonly GridColumn<Row>[],
  widths: ColumnWidths,
  rowHeight: number,
  maxHeight: number | undefined,
  even: boolean,
): CustomProperties {
  const style: Record<`--${string}`, string> = {
    // Where columns are left out, each must have a width of its own.
    '--grid-tracks': even ? columns.map(column => `${gridColumnWidth(column, widths)}px`).join(' ') : gridTracks(columns, widths),
    '--grid-width': `${even ? (columnStarts(columns, widths).at(-1) ?? 0) : minimumTotalWidth(columns, widths)}px`,
    '--grid-row': `${rowHeight}px`,
    '--grid-pin-start': `${pinnedWidth(columns, widths, 'start')}px`,
    '--grid-pin-end': `${pinnedWidth(columns, widths, 'end')}px`,
  }
  return maxHeight === undefined ? style : { ...style, maxHeight }
}
