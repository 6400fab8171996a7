import { lazy, Suspense } from 'react'
import { useModel, useSession } from '../data/session.tsx'
import { NoticeBell } from '../shell/notices/NoticeBell.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'

const TopStates = lazy(() => loadWithRetry(() => import('../screens/states/TopState.tsx')))

/** Parts of the top bar that come behind the first page: states of the definitions, where there are some, and the notices. */
export default function TopParts() {
  const { screens } = useModel()
  const { store } = useSession()
  return (
    <>
      {Object.values(screens).some(({ top }) => top) ? (
        <Suspense>
          <TopStates key={store?.id} />
        </Suspense>
      ) : null}
      <NoticeBell />
    </>
  )
}
