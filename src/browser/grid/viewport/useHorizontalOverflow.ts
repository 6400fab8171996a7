import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Marks a grid that is wider than its place and scrolls sideways, and its frame with the sides at which there is more to see;
 * `least` is its least width in pixels. The mark is set between the browser's layout and its painting: asked for any sooner, the
 * width would cost a layout of its own.
 */
export function useHorizontalOverflow(scroller: RefObject<HTMLElement | null>, least: number): void {
  const room = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = scroller.current
    const frame = box?.parentElement
    if (!box || !frame) return
    const status = (): void => {
      const wide = least > room.current
      box.toggleAttribute('data-wide', wide)
      const before = wide && box.scrollLeft > 1
      const behind = wide && box.scrollLeft < least - room.current - 1
      const more = [...(before ? ['start'] : []), ...(behind ? ['end'] : [])].join(' ')
      if ((frame.dataset.more ?? '') !== more) frame.dataset.more = more
    }
    // Its columns changed: its room did not.
    status()
    const observer = new ResizeObserver(([entry]) => {
      room.current = entry?.contentRect.width ?? room.current
      status()
    })
    observer.observe(box)
    const moved = (): void => void (least > room.current && status())
    box.addEventListener('scroll', moved, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', moved)
    }
  }, [scroller, least])
}
