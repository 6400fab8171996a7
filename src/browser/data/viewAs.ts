import { useSyncExternalStore } from 'react'
import { createObservable } from '../../base/objects/listeners.ts'
import { blockWrites } from './api.ts'
import type { ClientSession } from './session.tsx'

/** The members of the session that change while its user looks at the pages as another would see them. */
export interface ViewAs extends Pick<ClientSession, 'model' | 'rights' | 'permission'> {
  readonly name: string
}

const seen = createObservable<ViewAs | undefined>(undefined)

/** Begins or ends it. Nothing can be written meanwhile; a reload ends it, too. */
export function setViewAs(next: ViewAs | undefined, why = ''): void {
  blockWrites(next && why)
  seen.set(next)
}

export const useViewAs = (): ViewAs | undefined => useSyncExternalStore(seen.subscribe, seen.read, seen.read)
