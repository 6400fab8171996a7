import { useSyncExternalStore } from 'react'
import { useSession } from '../session.tsx'

let broughtOf: number | undefined
const waiting = new Set<() => void>()

/** The choices that this user made on other machines are here. */
export function markChoicesBrought(userId: number): void {
  broughtOf = userId
  for (const tell of waiting) tell()
}

const subscribe = (tell: () => void) => {
  waiting.add(tell)
  return () => waiting.delete(tell)
}

/** Tells whether what the user chose on other machines is here. */
export function useChoicesBrought(): boolean {
  const { user } = useSession()
  return useSyncExternalStore(subscribe, () => broughtOf === user.id)
}
