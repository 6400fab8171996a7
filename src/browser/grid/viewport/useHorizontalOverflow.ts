import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Marks a grid that is wider than its place and scrolls sideways; `least` is its least width in pixels. The mark is set between
 * the browser's layout and its painting: asked for any sooner, the width would cost a layout of its own.
 */
export function useHorizontalOverflow(scroller: RefObject<HTMLElement | null>, least: number): void {
  const room = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const status = (): void => void box.toggleAttribute('data-wide', least > room.current)
    // Its columns changed: its room did not.
    status()
    const observer = new ResizeObserver(([entry]) => {
      room.current = entry?.contentRect.width ?? room.current
      status()
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, least])
}
