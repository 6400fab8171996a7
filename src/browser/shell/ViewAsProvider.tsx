import { type ReactNode, useMemo } from 'react'
import { SessionContextProvider, useSession } from '../data/session.tsx'
import { useViewAs } from '../data/viewAs.ts'

/** The session as another would have it, while that is being looked at. */
export function ViewAsProvider({ children }: { readonly children: ReactNode }) {
  const own = useSession()
  const seen = useViewAs()
  const session = useMemo(() => (seen ? { ...own, ...seen } : own), [own, seen])
  return <SessionContextProvider session={session}>{children}</SessionContextProvider>
}
