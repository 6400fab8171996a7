import { useEffect, useRef } from 'react'
import { useTranslate } from '../data/session.tsx'
import { dialogs, leaveQuestion } from '../ui/dialogs.tsx'
import { addNavigationBlocker, type NavigationBlocker } from '../ui/navigationBlockers.ts'
import { useLocation } from './router.tsx'

const record = (pathname: string) => pathname.split('/').slice(0, 3).join('/').toLowerCase()

export interface UnsavedChangesPrompt {
  /**
   * Lets the next navigation pass: called right before leaving after a save. True when the person was on the way elsewhere and
   * goes there now.
   */
  release(): boolean
}

/**
 * Asks before unsaved work is left: by a link, by the browser's buttons, by closing the tab. Moving within the same record
 * (its tabs, its query) is not leaving. Switching the store is refused meanwhile. `onLeft` hears
 * that the person left without saving. A save that ends while it is asked answers the question: there is nothing left to lose.
 * `now` tells whether there is any at this moment, where a letter may be younger than what was drawn.
 */
export function useUnsavedChangesPrompt(
  dirty: boolean,
  onLeft?: () => void,
  now: () => boolean = () => dirty,
): UnsavedChangesPrompt {
  const say = useTranslate()
  const { pathname } = useLocation()
  const latest = useRef({ pathname, now })
  latest.current = { pathname, now }
  const left = useRef(onLeft)
  left.current = onLeft
  const standing = useRef<NavigationBlocker>(undefined)
  const asking = useRef<(yes: boolean) => void>(undefined)
  const released = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was let go is held again once there is something else to lose
  useEffect(() => {
    released.current = false
    let free = false
    const own: NavigationBlocker = {
      get active() {
        return !free && latest.current.now()
      },
      set active(on) {
        free = !on
      },
      // The listener takes a draft away.
      persisted: left.current !== undefined,
      allows: pathname => record(pathname) === record(latest.current.pathname),
      confirm: () => {
        // A further attempt to leave is answered along.
        answering ??= asks().finally(() => {
          answering = undefined
        })
        return answering
      },
    }
    let answering: Promise<boolean> | undefined
    const asks = async (): Promise<boolean> => {
      const yes = await dialogs.confirm(leaveQuestion(say), answer => {
        asking.current = answer
      })
      asking.current = undefined
      if (yes && !released.current) left.current?.()
      return yes
    }
    standing.current = own
    const down = addNavigationBlocker(own)
    const unload = (event: BeforeUnloadEvent) => {
      if (own.active) event.preventDefault()
    }
    addEventListener('beforeunload', unload)
    return () => {
      down()
      removeEventListener('beforeunload', unload)
    }
  }, [dirty, say])
  const answer = useRef(() => {
    if (!asking.current) return
    released.current = true
    asking.current(true)
  })
  useEffect(() => {
    if (!dirty) answer.current()
  }, [dirty])
  const handle = useRef<UnsavedChangesPrompt>({
    release: () => {
      if (standing.current) standing.current.active = false
      answer.current()
      return released.current
    },
  })
  return handle.current
}
