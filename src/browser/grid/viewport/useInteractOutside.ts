import { useEffect, useRef } from 'react'

interface Inside {
  onPointerDownCapture(): void
  onFocusCapture(): void
}

/**
 * Calls when the mouse or the focus goes elsewhere. What an editor opens in a portal (a list of choices, a calendar) counts
 * as inside, because React's events go through portals: put the returned handlers on the editor's frame.
 */
export function useInteractOutside(onLeave: () => void): Inside {
  const inside = useRef(false)
  const leave = useRef(onLeave)
  leave.current = onLeave

  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      inside.current = false
      clearTimeout(pending)
      // After React's own handlers of the same event, wherever they stop it.
      pending = setTimeout(() => {
        if (!inside.current) leave.current()
      })
    }
    document.addEventListener('pointerdown', look, true)
    document.addEventListener('focusin', look, true)
    return () => {
      clearTimeout(pending)
      document.removeEventListener('pointerdown', look, true)
      document.removeEventListener('focusin', look, true)
    }
  }, [])

  const status = (): void => {
    inside.current = true
  }
  return { onPointerDownCapture: status, onFocusCapture: status }
}
