import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Pixels below which a place is a phone's: a wider one scrolls, and keeps rows and columns that can be compared. */
const PHONE = 640

/** Tells whether a grid that needs `least` pixels stands on a phone with less room, so that its rows stand as cards; 0 never does. */
export function useStacked(scroller: RefObject<HTMLElement | null>, least: number): boolean {
  const [stacked, setStacked] = useState(false)
  useLayoutEffect(() => {
    const box = scroller.current?.parentElement
    if (!box || least === 0) return
    // Between the browser's layout and its painting: the rows are never seen the other way.
    const observer = new ResizeObserver(([entry]) => {
      flushSync(() => setStacked((entry?.contentRect.width ?? PHONE) < Math.min(least, PHONE)))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, least])
  return stacked && least > 0
}
