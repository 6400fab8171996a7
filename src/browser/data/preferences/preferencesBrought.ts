import { useSyncExternalStore } from 'react'
import { useSession } from '../session.tsx'

let broughtOf: number | undefined
const waiting = new Set<() => void>()

/** The preferences that this user chose on other machines are here. */
export function markPreferencesBrought(userId: number): void {
  broughtOf = userId
  for (const tell of waiting) tell()
}

const subscribe = (tell: () => void) => {
  waiting.add(tell)
  return () => waiting.delete(tell)
}

/** Tells whether the preferences that the user chose on other machines are here. */
export function usePreferencesBrought(): boolean {
  const { user } = useSession()
  return useSyncExternalStore(subscribe, () => broughtOf === user.id)
}
