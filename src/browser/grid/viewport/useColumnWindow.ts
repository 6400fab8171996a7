import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { ColumnWidths } from '../columns/columnLayout.ts'
import { type GridColumn, gridColumnWidth } from '../columns/gridColumn.ts'

/** Fewer columns than this are all drawn: what is left out must be worth the work. */
const columnWindowThreshold = 20

/** Pixels drawn beyond both edges, so that scrolling shows no gap. */
const margin = 400

/** Columns to be drawn, first and last by index; pinned ones are drawn besides. */
export interface ColumnWindow {
  readonly first: number
  readonly last: number
}

/** Which columns are in view, where there are very many; undefined when all are drawn. Their widths are then kept as they are. */
export function useColumnWindow<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Row>[],
  widths: ColumnWidths,
): ColumnWindow | undefined {
  const starts = useMemo(() => columnStarts(columns, widths), [columns, widths])
  const on = columns.length > columnWindowThreshold
  const [shown, setShown] = useState<ColumnWindow>({ first: 0, last: columnWindowThreshold })
  useEffect(() => {
    const box = scroller.current
    if (!box || !on) return
    const look = (): void => {
      const next = columnWindowOf(starts, box.scrollLeft - margin, box.scrollLeft + box.clientWidth + margin)
      setShown(now => (now.first === next.first && now.last === next.last ? now : next))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, starts, on])
  return on ? shown : undefined
}

/** Where each column begins, and after the last one where all end. */
export function columnStarts<Row>(columns: readonly GridColumn<Row>[], widths: ColumnWidths): readonly number[] {
  const starts = [0]
  for (const column of columns) starts.push((starts.at(-1) ?? 0) + gridColumnWidth(column, widths))
  return starts
}

/** The columns that touch a stretch. */
export function columnWindowOf(starts: readonly number[], from: number, to: number): ColumnWindow {
  const last = starts.length - 2
  const first = starts.findIndex((_, index) => index <= last && (starts[index + 1] ?? 0) > from)
  const end = starts.findLastIndex((start, index) => index <= last && start < to)
  return { first: Math.max(0, first), last: end < 0 ? last : end }
}
