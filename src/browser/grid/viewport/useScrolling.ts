import { type RefObject, useEffect } from 'react'

/** Milliseconds after the last step of a wheel, and after the last letter in a cell. */
const rest = { rolled: 250, typed: 1_500 }
/** Milliseconds in which the first letter is painted. */
const frame = 40

/**
 * Marks the grid while it rolls up or down, and while a cell is typed in. A stuck cell is a layer of its own for the browser,
 * laid anew at every frame; while nothing moves sideways the pinned cells stand just as well by fixed offsets.
 */
export function useScrolling(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let left = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let begun: ReturnType<typeof setTimeout> | undefined
    const stop = (): void => {
      clearTimeout(begun)
      delete box.dataset.scrolling
    }
    const stand = (): void => {
      if (box.dataset.scrolling !== undefined) return
      box.style.setProperty('--grid-left', `${left}px`)
      box.style.setProperty('--grid-right', `${box.scrollWidth - box.clientWidth - left}px`)
      box.dataset.scrolling = ''
    }
    const moved = (): void => {
      if (box.dataset.wide === undefined) return
      clearTimeout(timer)
      if (box.scrollLeft !== left) {
        left = box.scrollLeft
        stop()
        return
      }
      timer = setTimeout(stop, rest.rolled)
      stand()
    }
    const typed = (): void => {
      if (box.dataset.wide === undefined) return
      clearTimeout(timer)
      timer = setTimeout(stop, rest.typed)
      clearTimeout(begun)
      begun = setTimeout(stand, frame)
    }
    // About to move sideways, or to be drawn wider.
    const pushed = ({ deltaX, shiftKey }: WheelEvent): void => {
      if (deltaX !== 0 || shiftKey) stop()
    }
    const off = new AbortController()
    const quietly = { passive: true, signal: off.signal }
    box.addEventListener('scroll', moved, quietly)
    box.addEventListener('input', typed, quietly)
    box.addEventListener('wheel', pushed, quietly)
    box.addEventListener('pointerdown', stop, quietly)
    return () => {
      clearTimeout(timer)
      stop()
      off.abort()
    }
  }, [scroller])
}
