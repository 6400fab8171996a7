// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { GridRow, type SharedRowProps } from './GridRow.tsx'
import { useGridContext } from './gridContext.ts'
import type { Selection } from './selection.ts'
import { useRowWindow } from './viewport/useRowWindow.ts'

interface BodyProps<Row> {
  readonly rows: readonly Row[]
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly selection: Selection
  readonly expanded: ReadonlySet<string>
  readonly rowHeight: number
  readonly share: SharedRowProps<Row>
  readonly scroller: RefObject<HTMLElement | null>
  /** The most that it is high; absent where it fills what the page has left. */
  readonly maxHeight: number | undefined
}

/** The rows in view and a few more. The focused row is always there, wherever the view has gone, so that focus is never lost. */
export function GridBody<Row>(props: BodyProps<Row>) {
  const { rows, ids, indexOf, selection, expanded, rowHeight, share, scroller, maxHeight = Number.POSITIVE_INFINITY } = props
  const { state } = useGridContext()
  const focusRow = useSyncExternalStore(state.subscribe, () => state.focus()?.row)
  const focused = focusRow === undefined ? undefined : indexOf.get(focusRow)

  // A card is as high as what stands in it: it is measured as opened rows are.
  const { stacked } = share
  const tall = useMemo(() => (stacked ? new Set(ids) : expanded), [stacked, ids, expanded])
  const { indexes, total, start, measure } = useRowWindow(scroller, ids, rowHeight, tall, focused, maxHeight)
  const top = useRef(ids[0])
  useEffect(() => {
    // Another page starts at its top; setting it makes the browser lay everything out, so only then.
    const other = top.current !== undefined && top.current !== ids[0]
    top.current = ids[0]
    if (other && scroller.current && !state.active) scroller.current.scrollTop = 0
  }, [ids[0], scroller, state])

  return (
    <div role="rowgroup" className="grid-body" style={{ height: total }}>
      {indexes.map(index => {
        const row = rows[index]
        const id = ids[index]
        if (row === undefined || id === undefined) return null
        return (
          <GridRow
            key={id}
            row={row}
            rowId={id}
            index={index}
            start={start(index)}
            selected={selection.has(id)}
            expanded={expanded.has(id)}
            share={share}
            measure={tall.has(id) ? measure : unmeasured}
          />
        )
      })}
    </div>
  )
}

/** Rows that are not open have the height of their density: nothing to measure. */
const unmeasured = (): undefined => undefined
