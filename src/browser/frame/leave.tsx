import { useEffect, useRef } from 'react'
import { useSay } from '../data/session.tsx'
import { dialogs } from './dialogs.tsx'

/** A form with unsaved work, and what it says to someone who leaves. */
interface Guard {
  dirty: boolean
  stays(pathname: string): boolean
  ask(): Promise<boolean>
}

const guards = new Set<Guard>()

const record = (pathname: string) => pathname.split('/').slice(0, 3).join('/').toLowerCase()

export interface LeaveGuard {
  /** Lets the next navigation pass: called right before leaving after a save. */
  release(): void
}

/**
 * Asks before unsaved work is left: by a link, by the browser's buttons, by closing the tab. Moving within the same record
 * (its tabs, its query) is not leaving. Switching the store is refused meanwhile.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const say = useSay()
  const guard = useRef<Guard>(undefined)
  useEffect(() => {
    const home = record(location.pathname)
    const own: Guard = {
      dirty,
      stays: pathname => record(pathname) === home,
      ask: () =>
        dialogs.ask({
          title: say('unsaved'),
          message: say('leave-question'),
          confirm: say('leave'),
          cancel: say('keep-editing'),
          danger: true,
        }),
    }
    guard.current = own
    guards.add(own)
    const unload = (event: BeforeUnloadEvent) => {
      if (own.dirty) event.preventDefault()
    }
    addEventListener('beforeunload', unload)
    return () => {
      guards.delete(own)
      removeEventListener('beforeunload', unload)
    }
  }, [dirty, say])
  const handle = useRef<LeaveGuard>({
    release: () => {
      if (guard.current) guard.current.dirty = false
    },
  })
  return handle.current
}

/** Whether something on the page is unsaved. */
export const isDirty = (): boolean => [...guards].some(guard => guard.dirty)

/** The guard that a navigation to this path has to ask, if any. */
export const guardOf = (pathname: string): { ask(): Promise<boolean> } | undefined =>
  [...guards].find(guard => guard.dirty && !guard.stays(pathname))

/** Lets everything go: logging out because the session is over. */
export function releaseAll(): void {
  for (const guard of guards) guard.dirty = false
}
