import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type RowPlan, type RowWindow, rowStart, rowsHeight, rowWindowOf } from './rowWindow.ts'

/** Height an opened detail is thought to have until it is measured. */
const detailHeight = 160
/** Rows drawn beyond both edges, so that scrolling shows no gap. */
const more = 8

interface Drawn {
  /** Indexes of the rows to be drawn, in order. */
  readonly indexes: readonly number[]
  readonly total: number
  start(index: number): number
  /** Watches the height of an opened row: its element says by `data-index` which one it is. */
  measure(element: HTMLElement | null): (() => void) | undefined
}

/** The rows in view and a few more; `always` is drawn wherever the view has gone. The view is no higher than `room`. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  height: number,
  opened: ReadonlySet<string>,
  always: number | undefined,
  room: number,
): Drawn {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const plan = useMemo<RowPlan>(() => {
    const found = ids.flatMap((id, index) =>
      opened.has(id) ? [{ index, height: (heights.get(id) ?? height + detailHeight) - height }] : [],
    )
    return { count: ids.length, height, details: found }
  }, [ids, height, opened, heights])
  const shown = useShown(scroller, plan, room)

  const now = useRef(ids)
  now.current = ids
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const watch = new ResizeObserver(() => {
      const id = now.current[Number(element.dataset.index)]
      if (id !== undefined)
        setHeights(old => (old.get(id) === element.offsetHeight ? old : new Map(old).set(id, element.offsetHeight)))
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  const last = Math.min(shown.last, ids.length - 1)
  const indexes: number[] = []
  const alone = always !== undefined && always < ids.length ? always : undefined
  if (alone !== undefined && alone < shown.first) indexes.push(alone)
  for (let index = shown.first; index <= last; index += 1) indexes.push(index)
  if (alone !== undefined && alone > last) indexes.push(alone)
  return { indexes, total: rowsHeight(plan), start: index => rowStart(plan, index), measure }
}

/** The window as the view moves and as rows change. */
/**
 * The rows that touch the view. What is drawn first is worked out from the room that there can be at most, and the few rows
 * beyond it come after that was painted; the place and the height of the view are told by the browser when it has laid the
 * page out, and never asked for in between, which would make it do so once more.
 */
function useShown(scroller: RefObject<HTMLElement | null>, plan: RowPlan, room: number): RowWindow {
  const view = useRef({ top: 0, height: Math.min(room, innerHeight), more: 0 })
  const now = useRef(plan)
  now.current = plan
  const [, draw] = useState(() => inView(plan, view.current))
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const see = (top: number, height: number): void => {
      view.current = { top, height, more }
      const next = inView(now.current, view.current)
      draw(old => (old.first === next.first && old.last === next.last ? old : next))
    }
    const moved = (): void => see(box.scrollTop, view.current.height)
    const watch = new ResizeObserver(([entry]) => see(view.current.top, entry?.contentRect.height ?? view.current.height))
    watch.observe(box)
    box.addEventListener('scroll', moved, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', moved)
    }
  }, [scroller])
  return inView(plan, view.current)
}

const inView = (plan: RowPlan, { top, height, more }: { readonly top: number; readonly height: number; readonly more: number }) =>
  rowWindowOf(plan, top, top + height, more)
