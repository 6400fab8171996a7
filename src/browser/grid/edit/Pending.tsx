import { useSyncExternalStore } from 'react'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { useGridContext } from '../gridContext.ts'

export const pendingBar = () => loadWithRetry(() => import('./PendingBar.tsx'))

/** The bar of cells that wait: its code comes once some do. */
export function Pending() {
  const { state, pending } = useGridContext()
  const waiting = useSyncExternalStore(state.subscribe, pending.waiting)
  const Bar = useLazyComponent(pendingBar, waiting !== undefined)
  return waiting && Bar ? <Bar waiting={waiting} /> : null
}
