import { useEffect, useState } from 'react'
import { afterFirstRows } from '../data/first/afterFirstRows.ts'
import { useModel, useSession } from '../data/session.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'

const code = () => loadWithRetry(() => import('../screens/states/TopState.tsx'))

/** States of the definitions that stand in the top bar; their code comes where there are some, once the page has its first rows. */
export function TopSlot() {
  const { screens } = useModel()
  const { adminActive, store } = useSession()
  const [later, setLater] = useState(false)
  useEffect(() => {
    let gone = false
    afterFirstRows(() => {
      if (!gone) setLater(true)
    })
    return () => {
      gone = true
    }
  }, [])
  const some = later && adminActive && Object.values(screens).some(({ top }) => top)
  const States = useLazyComponent(code, some, () => undefined)
  return some && States ? <States key={store?.id} /> : null
}
