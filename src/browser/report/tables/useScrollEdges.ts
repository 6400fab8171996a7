import { type RefCallback, useCallback } from 'react'

/**
 * For a frame around a table or grid that scrolls sideways: it says in `data-more` at which sides there is more to see. Written to
 * the element itself, since a scroll must draw nothing anew.
 */
export function useScrollEdges(): RefCallback<HTMLElement> {
  return useCallback((frame: HTMLElement | null) => {
    const box = frame?.querySelector<HTMLElement>('.report-table, [role=grid]')
    if (!frame || !box) return
    const tell = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = box
      const sides = [...(scrollLeft > 1 ? ['start'] : []), ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['end'] : [])]
      const more = sides.join(' ')
      if (frame.dataset.more !== more) frame.dataset.more = more
    }
    const sizes = new ResizeObserver(tell)
    sizes.observe(box)
    if (box.firstElementChild) sizes.observe(box.firstElementChild)
    box.addEventListener('scroll', tell, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', tell)
    }
  }, [])
}
