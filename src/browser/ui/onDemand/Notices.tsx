import { useEffect, useState, useSyncExternalStore } from 'react'
import { toasts } from '../../../controls/overlays/toasts.ts'
import { fallbackTexts } from '../fallbackTexts.ts'
import { loadWithRetry } from '../loadWithRetry.ts'
import { useLazyComponent } from '../useLazyComponent.ts'
import { useMoved } from './useMoved.ts'

const load = () =>
  loadWithRetry(() => import('../../../controls/overlays/Toaster.tsx')).then(({ Toaster }) => ({ default: Toaster }))

/** Milliseconds after which it comes by itself: behind the first list, and before the network may be away. */
const rest = 2_000

/**
 * Where the page tells what happened, fetched once a pointer or a key moves or the page has stood for a moment, so that it is there before
 * most is told: readers of screens hear what comes into a place that they know.
 */
export function Notices() {
  const isTold = useSyncExternalStore(toasts.subscribe, toasts.read).length > 0
  const moved = useMoved()
  const [rested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), rest)
    return () => clearTimeout(timer)
  }, [])
  const Layer = useLazyComponent(load, moved || rested || isTold)
  const { close, undo, notices } = fallbackTexts
  return Layer ? <Layer closeLabel={close} undoLabel={undo} regionLabel={notices} /> : null
}
