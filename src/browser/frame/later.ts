import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component that is fetched when it is first wanted, and then at once. (React's `lazy` shows its fallback for at least 300 ms
 * after a click, which keys typed right after it would not survive.)
 */
export function useLater<P>(load: () => Promise<{ default: ComponentType<P> }>, wanted: boolean): ComponentType<P> | undefined {
  const [found, setFound] = useState<ComponentType<P>>()
  useEffect(() => {
    if (!wanted || found) return
    let current = true
    load().then(
      module => {
        if (current) setFound(() => module.default)
      },
      // Wanted again, it is asked for again.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [load, wanted, found])
  return found
}
