// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { GridRow, type RowsShare } from './GridRow.tsx'
import { useGridParts } from './parts.ts'
import type { Selection } from './selection.ts'

interface BodyProps<Row> {
  readonly rows: readonly Row[]
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly selection: Selection
  readonly expanded: ReadonlySet<string>
  readonly rowHeight: number
  readonly share: RowsShare<Row>
  readonly scroller: RefObject<HTMLElement | null>
}

/** Height an expanded row's detail is thought to have until it is measured. */
const detailHeight = 160

/** The rows in view and a few more. The focused row is always there, wherever the view has gone, so that focus is never lost. */
export function GridBody<Row>({ rows, ids, indexOf, selection, expanded, rowHeight, share, scroller }: BodyProps<Row>) {
  const { state } = useGridParts()
  const focusRow = useSyncExternalStore(state.subscribe, () => state.focus()?.row)
  const focused = focusRow === undefined ? undefined : indexOf.get(focusRow)

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => rowHeight + (expanded.has(ids[index] ?? '') ? detailHeight : 0),
    getItemKey: index => ids[index] ?? index,
    overscan: 8,
    useFlushSync: false,
    rangeExtractor: range => {
      const shown = defaultRangeExtractor(range)
      if (focused === undefined || focused >= range.count || shown.includes(focused)) return shown
      return [...shown, focused].sort((a, b) => a - b)
    },
  })

  useLayoutEffect(() => {
    // Sizes depend on the density and on which rows are open.
    if (rowHeight > 0 && expanded) virtual.measure()
  }, [rowHeight, expanded, virtual])
  useEffect(() => {
    // Another page starts at its top.
    if (ids[0] !== undefined && scroller.current && !state.active) scroller.current.scrollTop = 0
  }, [ids[0], scroller, state])

  return (
    <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        const id = ids[index]
        if (row === undefined || id === undefined) return null
        return (
          <GridRow
            key={id}
            row={row}
            rowId={id}
            index={index}
            start={start}
            selected={selection.has(id)}
            expanded={expanded.has(id)}
            share={share}
            measure={expanded.has(id) ? virtual.measureElement : unmeasured}
          />
        )
      })}
    </div>
  )
}

/** Rows that are not open have the height of their density: nothing to measure. */
const unmeasured = (): void => undefined
