import { useSyncExternalStore } from 'react'
import { blockWrites } from './api.ts'
import type { ClientSession } from './session.tsx'

/** The members of the session that change while its user looks at the pages as another would see them. */
export interface ViewAs extends Pick<ClientSession, 'model' | 'rights' | 'permission'> {
  readonly name: string
}

let seen: ViewAs | undefined
const listeners = new Set<() => void>()

/** Begins or ends it. Nothing can be written meanwhile; a reload ends it, too. */
export function setViewAs(next: ViewAs | undefined, why = ''): void {
  seen = next
  blockWrites(next && why)
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
const read = () => seen

export const useViewAs = (): ViewAs | undefined => useSyncExternalStore(subscribe, read, read)
