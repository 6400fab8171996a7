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
    const decide = (): void => {
      clearTimeout(pending)
      if (pending && !inside.current) leave.current()
      pending = undefined
    }
    const look = (): void => {
      clearTimeout(pending)
      inside.current = false
      // After React's own handlers of the same event, wherever they stop it.
      pending = setTimeout(decide)
    }
    document.addEventListener('pointerdown', look, true)
    document.addEventListener('focusin', look, true)
    // A tap's click may come before any timer: the button that saves must find what was typed.
    document.addEventListener('click', decide, true)
    return () => {
      clearTimeout(pending)
      document.removeEventListener('pointerdown', look, true)
      document.removeEventListener('focusin', look, true)
      document.removeEventListener('click', decide, true)
    }
  }, [])

  const status = (): void => {
    inside.current = true
  }
  return { onPointerDownCapture: status, onFocusCapture: status }
}
