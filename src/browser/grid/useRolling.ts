import { type RefObject, useEffect } from 'react'

/** Milliseconds after the last step of a wheel. */
const rest = 250

/**
 * Marks the grid while it rolls up or down. A stuck cell is a layer of its own for the browser, laid anew at every frame;
 * while nothing moves sideways the pinned cells stand just as well by fixed offsets.
 */
export function useRolling(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let left = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (): void => {
      delete box.dataset.rolling
    }
    const moved = (): void => {
      if (box.dataset.wide === undefined) return
      clearTimeout(timer)
      if (box.scrollLeft !== left) {
        left = box.scrollLeft
        stop()
        return
      }
      timer = setTimeout(stop, rest)
      if (box.dataset.rolling !== undefined) return
      box.style.setProperty('--grid-left', `${left}px`)
      box.style.setProperty('--grid-right', `${box.scrollWidth - box.clientWidth - left}px`)
      box.dataset.rolling = ''
    }
    box.addEventListener('scroll', moved, { passive: true })
    return () => {
      clearTimeout(timer)
      stop()
      box.removeEventListener('scroll', moved)
    }
  }, [scroller])
}
