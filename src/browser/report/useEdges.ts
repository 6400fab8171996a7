import { type RefCallback, useCallback } from 'react'

/**
 * For a box that scrolls sideways: its parent says in `data-more` at which sides there is more to see. Written to the element
 * itself, since a scroll must draw nothing anew.
 */
export function useEdges(): RefCallback<HTMLElement> {
  return useCallback((box: HTMLElement | null) => {
    if (!box) return
    const tell = (): void => {
      const { scrollLeft, scrollWidth, clientWidth, parentElement } = box
      const sides = [...(scrollLeft > 1 ? ['start'] : []), ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['end'] : [])]
      const more = sides.join(' ')
      if (parentElement && parentElement.dataset.more !== more) parentElement.dataset.more = more
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
