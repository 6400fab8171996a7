import { useEffect, useRef } from 'react'
import { useSay } from '../data/session.tsx'
import { type Guard, guard } from '../router/guards.ts'
import { useRouting } from '../router/router.tsx'
import { dialogs } from './dialogs.tsx'

const record = (pathname: string) => pathname.split('/').slice(0, 3).join('/').toLowerCase()

export interface LeaveGuard {
  /** Lets the next navigation pass: called right before leaving after a save. */
  release(): void
}

/**
 * Asks before unsaved work is left: by a link, by the browser's buttons, by closing the tab. Moving within the same record
 * (its tabs, its query) is not leaving. Switching the store is refused meanwhile. `question` is a message code; `onLeft` hears
 * that the person left without saving.
 */
export function useLeaveGuard(dirty: boolean, question = 'leave-question', onLeft?: () => void): LeaveGuard {
  const say = useSay()
  const left = useRef(onLeft)
  left.current = onLeft
  const { places } = useRouting()
  const standing = useRef<Guard>(undefined)
  useEffect(() => {
    const home = record(places.location().pathname)
    const own: Guard = {
      active: dirty,
      stays: pathname => record(pathname) === home,
      ask: async () => {
        const yes = await dialogs.ask({
          title: say('unsaved'),
          message: say(question),
          confirm: say('leave'),
          cancel: say('keep-editing'),
          danger: true,
        })
        if (yes) left.current?.()
        return yes
      },
    }
    standing.current = own
    const down = guard(own)
    const unload = (event: BeforeUnloadEvent) => {
      if (own.active) event.preventDefault()
    }
    addEventListener('beforeunload', unload)
    return () => {
      down()
      removeEventListener('beforeunload', unload)
    }
  }, [dirty, say, places, question])
  const handle = useRef<LeaveGuard>({
    release: () => {
      if (standing.current) standing.current.active = false
    },
  })
  return handle.current
}
