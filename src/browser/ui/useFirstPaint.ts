import { startTransition, useEffect, useState } from 'react'

let isPainted = false

/** Tells whether the first page is painted: the menu waits for it, since people come for the page. On later pages it is true at once. */
export function useFirstPaint(): boolean {
  const [is, tell] = useState(isPainted)
  useEffect(() => {
    const end = (): void => {
      isPainted = true
      startTransition(() => tell(true))
    }
    // The first frame paints the page, and the second one comes when that is done.
    requestAnimationFrame(() => requestAnimationFrame(end))
  }, [])
  return is
}
