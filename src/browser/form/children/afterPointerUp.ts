let pressed = false

const follow = (events: readonly string[], now: boolean): void => {
  for (const event of events)
    document.addEventListener(
      event,
      () => {
        pressed = now
      },
      true,
    )
}

if (typeof document !== 'undefined') {
  follow(['pointerdown'], true)
  follow(['pointerup', 'pointercancel'], false)
}

/**
 * Runs when no button of the mouse is down. A problem that shows as its field is left moves what is below it: the button that is
 * just being pressed must not slip away from under the pointer.
 */
export function afterPointerUp(act: () => void): void {
  if (!pressed) {
    act()
    return
  }
  const stop = new AbortController()
  const run = (): void => {
    stop.abort()
    // The click comes after the release.
    setTimeout(act)
  }
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, run, { capture: true, signal: stop.signal })
}
