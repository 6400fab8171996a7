import { type ComponentType, useEffect, useState } from 'react'
import { useModel, useSession } from '../data/session.tsx'
import { useViewAs } from '../data/viewAs.ts'

/** Milliseconds after which a page is calm. */
const calm = 6_000

/** Forms of the definitions that lie above the pages. None while the pages are seen as another, or without a licence. */
export function OverlaySlot() {
  const [Form, setForm] = useState<ComponentType>()
  const seen = useViewAs()
  const { adminActive } = useSession()
  const { screens } = useModel()
  const some = Object.values(screens).some(screen => screen.overlay)
  useEffect(() => {
    if (!some) return
    let current = true
    const timer = setTimeout(() => {
      // A form that cannot be fetched now has nothing urgent to say.
      void import('../screens/overlay/OverlayForm.tsx').then(
        module => current && setForm(() => module.default),
        () => undefined,
      )
    }, calm)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [some])
  return Form && !seen && adminActive ? <Form /> : null
}
