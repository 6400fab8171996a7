import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether a grid that needs `least` pixels beside each other has less room, so that its rows stand as cards; 0 never does. */
export function useStacked(scroller: RefObject<HTMLElement | null>, least: number): boolean {
  const [stacked, setStacked] = useState(false)
  useLayoutEffect(() => {
    const box = scroller.current?.parentElement
    if (!box || least === 0) return
    // Between the browser's layout and its painting: the rows are never seen the other way.
    const observer = new ResizeObserver(([entry]) => {
      flushSync(() => setStacked(least > (entry?.contentRect.width ?? least)))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, least])
  return stacked && least > 0
}
