import { useEffect, useState } from 'react'
import { afterFirstRows } from '../data/first/afterFirstRows.ts'
import { useSession } from '../data/session.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'

const code = () => loadWithRetry(() => import('./TopParts.tsx'))

/** States and notices in the top bar; their code comes once the page has its first rows. */
export function TopSlot() {
  const { adminActive } = useSession()
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
  const Parts = useLazyComponent(code, later && adminActive, () => undefined)
  return adminActive && Parts ? <Parts /> : null
}
