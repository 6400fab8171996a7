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
    const stop = new AbortController()
    let pending: ReturnType<typeof setTimeout> | undefined
    const decide = (): void => {
      if (pending === undefined) return
      clearTimeout(pending)
      pending = undefined
      if (!inside.current) leave.current()
    }
    const look = (): void => {
      clearTimeout(pending)
      inside.current = false
      // After React's own handlers of the same event, wherever they stop it.
      pending = setTimeout(decide)
    }
    const all = { capture: true, signal: stop.signal }
    for (const begins of ['pointerdown', 'focusin']) document.addEventListener(begins, look, all)
    // A tap's release and click may come before any timer: a button that saves must find what was typed.
    for (const ends of ['pointerup', 'click', 'keydown']) document.addEventListener(ends, decide, all)
    return () => {
      clearTimeout(pending)
      stop.abort()
    }
  }, [])

  const status = (): void => {
    inside.current = true
  }
  return { onPointerDownCapture: status, onFocusCapture: status }
}
