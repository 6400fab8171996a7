import { useModel, useSession } from '../data/session.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'

const code = () => loadWithRetry(() => import('../screens/states/TopState.tsx'))

/** States of the definitions that stand in the top bar; their code comes where there are some. */
export function TopSlot() {
  const { screens } = useModel()
  const { adminActive, store } = useSession()
  const some = adminActive && Object.values(screens).some(({ top }) => top)
  const States = useLazyComponent(code, some, () => undefined)
  return some && States ? <States key={store?.id} /> : null
}
