import { type ComponentType, useEffect, useState } from 'react'
import { useSession } from '../data/session.tsx'
import { useViewAs } from '../data/viewAs.ts'
import { overlays } from './overlays.ts'

/** Milliseconds after which a page is calm. */
const calm = 6_000

/** What plugins have to say in the corner. Nothing while the pages are seen as another, or without a licence. */
export function OverlaySlot() {
  const [ready, setReady] = useState<readonly ComponentType[]>([])
  const seen = useViewAs()
  const { adminActive } = useSession()
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      // What cannot be fetched now has nothing urgent to say.
      void Promise.all(overlays().map(load => load().then(module => module.default))).then(
        all => current && setReady(all),
        () => undefined,
      )
    }, calm)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [])
  if (seen || !adminActive) return null
  // biome-ignore lint/suspicious/noArrayIndexKey: plugins never move
  return ready.map((One, at) => <One key={at} />)
}
