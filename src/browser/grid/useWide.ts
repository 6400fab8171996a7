import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether the grid is wider than its place and scrolls sideways. `least` is its least width in pixels. */
export function useWide(scroller: RefObject<HTMLElement | null>, least: number): boolean {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    setRoom(box.clientWidth)
    const observer = new ResizeObserver(() => setRoom(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller])
  return least > room
}
