import { type RefCallback, useCallback } from 'react'

/** Where there is more beyond an edge, what scrolls fades into it; for the box that `useScrollEdges` watches. */
export const fadingEdges = {
  scrollPaddingInline: '2.5rem',
  '--before': '0px',
  '--behind': '0px',
  '&[data-more]:not([data-more=""])': {
    maskImage: 'linear-gradient(to right, transparent, black var(--before), black calc(100% - var(--behind)), transparent)',
  },
  '&[data-more~="start"]': { '--before': '2.5rem' },
  '&[data-more~="end"]': { '--behind': '2.5rem' },
  '@media print': { maskImage: 'none !important' },
} as const

/**
 * For a row of things that scrolls sideways, or the frame around a table that does: it says in `data-more` at which sides there is
 * more to see. Written to the element itself, since a scroll must draw nothing anew. What the keyboard reaches is brought in sight as
 * a whole: a browser takes a part of it for enough.
 */
export function useScrollEdges(): RefCallback<HTMLElement> {
  return useCallback((frame: HTMLElement | null) => {
    const box = frame?.querySelector<HTMLElement>(':scope > .report-table') ?? frame
    if (!frame || !box) return
    const tell = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = box
      const sides = [...(scrollLeft > 1 ? ['start'] : []), ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['end'] : [])]
      const more = sides.join(' ')
      if (frame.dataset.more !== more) frame.dataset.more = more
    }
    const sizes = new ResizeObserver(tell)
    sizes.observe(box)
    for (const part of box.children) sizes.observe(part)
    box.addEventListener('scroll', tell, { passive: true })
    const bring = ({ target }: Event): void => {
      if (target instanceof Element && target.matches(':focus-visible')) bringInSight(target, box)
    }
    box.addEventListener('focusin', bring)
    return () => {
      sizes.disconnect()
      box.removeEventListener('focusin', bring)
      box.removeEventListener('scroll', tell)
    }
  }, [])
}

/** Scrolls a box sideways until the whole of a part shows, clear of the cell of its row that stays. */
function bringInSight(part: Element, box: HTMLElement): void {
  part.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  for (const cell of part.closest('tr')?.children ?? []) {
    const { position, left } = getComputedStyle(cell)
    if (position !== 'sticky' || left === 'auto' || cell.contains(part)) continue
    const covered = cell.getBoundingClientRect().right - part.getBoundingClientRect().left
    if (covered > 0) box.scrollLeft -= covered
  }
}
