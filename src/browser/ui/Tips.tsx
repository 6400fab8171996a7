import { useEffect, useState } from 'react'
import { loadWithRetry } from './loadWithRetry.ts'
import { useLazyComponent } from './useLazyComponent.ts'

const load = () => loadWithRetry(() => import('../../controls/overlays/Tooltip.tsx'))

/** The tips of the page, fetched once a pointer or a key moves: nothing has one before. */
export function Tips() {
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    const move = (): void => setMoved(true)
    addEventListener('pointermove', move, { once: true, passive: true })
    addEventListener('keydown', move, { once: true })
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('keydown', move)
    }
  }, [])
  const Layer = useLazyComponent(load, moved)
  return Layer ? <Layer /> : null
}
