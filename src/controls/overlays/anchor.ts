import { type RefObject, useLayoutEffect } from 'react'

export type AnchorSide = 'bottom-start' | 'bottom-end' | 'top-start' | 'right-start'

const gap = 4
const edge = 8

/** Where a panel goes beside its anchor so that it stays inside the window: flips when there is no room. */
export function placePanel(
  anchor: { left: number; right: number; top: number; bottom: number },
  panel: { width: number; height: number },
  view: { width: number; height: number },
  side: AnchorSide,
): { left: number; top: number; maxHeight: number } {
  if (side === 'right-start') {
    const left =
      anchor.right + gap + panel.width <= view.width - edge ? anchor.right + gap : Math.max(edge, anchor.left - gap - panel.width)
    return { left, top: clamp(anchor.top, edge, view.height - edge - panel.height), maxHeight: view.height - 2 * edge }
  }
  const below = view.height - anchor.bottom - gap - edge
  const above = anchor.top - gap - edge
  const down =
    side === 'top-start' ? above < Math.min(panel.height, below) : below >= Math.min(panel.height, 240) || below >= above
  const left = side === 'bottom-end' ? anchor.right - panel.width : anchor.left
  const maxHeight = down ? below : above
  const height = Math.min(panel.height, maxHeight)
  return {
    left: clamp(left, edge, view.width - edge - panel.width),
    top: down ? anchor.bottom + gap : anchor.top - gap - height,
    maxHeight,
  }
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** Keeps an open panel of the top layer at its anchor while the page scrolls or resizes. */
export function useAnchoredPanel(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  side: AnchorSide,
  sameWidth = false,
): void {
  useLayoutEffect(() => {
    const box = panel.current
    if (!open || !box) return
    if (!box.matches(':popover-open')) box.showPopover()
    const move = () => {
      if (!anchor.current) return
      const at = anchor.current.getBoundingClientRect()
      if (sameWidth) box.style.minWidth = `${at.width}px`
      const scrolled = [box, ...box.querySelectorAll('[role=listbox]')].map(each => [each, each.scrollTop] as const)
      box.style.maxHeight = ''
      const spot = placePanel(at, box.getBoundingClientRect(), { width: window.innerWidth, height: window.innerHeight }, side)
      Object.assign(box.style, { left: `${spot.left}px`, top: `${spot.top}px`, maxHeight: `${spot.maxHeight}px` })
      // Measured at its full height, a long list went back to its first entry.
      for (const [each, top] of scrolled) if (each.scrollTop !== top) each.scrollTop = top
    }
    const follow = (event: Event) => {
      if (!(event.target instanceof Node && box.contains(event.target))) move()
    }
    move()
    const watch = new ResizeObserver(move)
    watch.observe(box)
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', move)
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', move)
    }
  }, [open, anchor, panel, side, sameWidth])
}
