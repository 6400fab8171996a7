import { loadWithRetry } from '../loadWithRetry.ts'
import { useLazyComponent } from '../useLazyComponent.ts'
import { useMoved } from './useMoved.ts'

const load = () => loadWithRetry(() => import('../../../controls/overlays/Tooltip.tsx'))

/** The tips of the page, fetched once a pointer or a key moves: nothing has one before. */
export function Tips() {
  const Layer = useLazyComponent(load, useMoved())
  return Layer ? <Layer /> : null
}
