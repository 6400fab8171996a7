import { useSyncExternalStore } from 'react'
import { toasts } from '../../../controls/overlays/toasts.ts'
import { fallbackTexts } from '../fallbackTexts.ts'
import { loadWithRetry } from '../loadWithRetry.ts'
import { useLazyComponent } from '../useLazyComponent.ts'
import { useMoved } from './useMoved.ts'

const load = () =>
  loadWithRetry(async () => {
    const { Toaster } = await import('../../../controls/overlays/Toaster.tsx')
    return { default: Toaster }
  })

/**
 * Where the page tells what happened, fetched once a pointer or a key moves, so that it stands before most is told: readers of screens hear
 * what comes into a place that they know.
 */
export function Notices() {
  const isTold = useSyncExternalStore(toasts.subscribe, toasts.read).length > 0
  const moved = useMoved()
  const Layer = useLazyComponent(load, moved || isTold)
  const { close, undo, notices } = fallbackTexts
  return Layer ? <Layer closeLabel={close} undoLabel={undo} regionLabel={notices} /> : null
}
