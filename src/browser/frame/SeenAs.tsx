import { type ReactNode, useMemo } from 'react'
import { useSeen } from '../data/seenAs.ts'
import { SessionContext, useSession } from '../data/session.tsx'

/** The session as another would have it, while that is being looked at. */
export function SeenAs({ children }: { readonly children: ReactNode }) {
  const own = useSession()
  const seen = useSeen()
  const session = useMemo(() => (seen ? { ...own, ...seen } : own), [own, seen])
  return <SessionContext session={session}>{children}</SessionContext>
}
