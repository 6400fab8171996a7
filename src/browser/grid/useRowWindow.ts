import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type RowPlan, type RowWindow, startOf, totalOf, windowOf } from './rowWindow.ts'

/** Height an opened detail is thought to have until it is measured. */
const detailHeight = 160
/** Rows drawn beyond both edges, so that scrolling shows no gap. */
const more = 8

const none: RowWindow = { first: 0, last: -1 }

interface Drawn {
  /** Indexes of the rows to be drawn, in order. */
  readonly indexes: readonly number[]
  readonly total: number
  start(index: number): number
  /** Watches the height of an opened row: its element says by `data-index` which one it is. */
  measure(element: HTMLElement | null): (() => void) | undefined
}

/** The rows in view and a few more; `always` is drawn wherever the view has gone. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  height: number,
  opened: ReadonlySet<string>,
  always: number | undefined,
): Drawn {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const plan = useMemo<RowPlan>(() => {
    const found = ids.flatMap((id, index) =>
      opened.has(id) ? [{ index, height: (heights.get(id) ?? height + detailHeight) - height }] : [],
    )
    return { count: ids.length, height, details: found }
  }, [ids, height, opened, heights])
  const shown = useShown(scroller, plan)

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
  return { indexes, total: totalOf(plan), start: index => startOf(plan, index), measure }
}

/** The window as the view moves and as rows change. */
function useShown(scroller: RefObject<HTMLElement | null>, plan: RowPlan): RowWindow {
  const [shown, setShown] = useState(none)
  const look = useRef(() => {})
  look.current = () => {
    const box = scroller.current
    if (!box) return
    const next = windowOf(plan, box.scrollTop, box.scrollTop + box.clientHeight, more)
    setShown(old => (old.first === next.first && old.last === next.last ? old : next))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan is what look reads
  useLayoutEffect(() => look.current(), [plan])
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const moved = (): void => look.current()
    const watch = new ResizeObserver(moved)
    watch.observe(box)
    box.addEventListener('scroll', moved, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', moved)
    }
  }, [scroller])
  return shown
}
