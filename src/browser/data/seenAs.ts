import { useSyncExternalStore } from 'react'
import { closeWrites } from './api.ts'
import type { Session } from './session.tsx'

/** What changes of the session while its user looks at the pages as another would see them. */
export interface Seen extends Pick<Session, 'model' | 'rights' | 'permission'> {
  readonly name: string
}

let seen: Seen | undefined
const listeners = new Set<() => void>()

/** Begins or ends it. Nothing can be written meanwhile; a reload ends it, too. */
export function seeAs(next: Seen | undefined, why = ''): void {
  seen = next
  closeWrites(next && why)
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
const read = () => seen

export const useSeen = (): Seen | undefined => useSyncExternalStore(subscribe, read, read)
