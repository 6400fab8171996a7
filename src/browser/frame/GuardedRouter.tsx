import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, parsePath, Router, type To } from 'react-router'
import { guardOf, releaseAll } from './leave.tsx'

/**
 * The browser's history, asking the leave guards before it moves. (react-router's own blocker needs its data router, which
 * would bring 17 kB that nothing else here uses.)
 */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  const history = useMemo(() => createBrowserHistory({ v5Compat: true }), [])
  const [place, setPlace] = useState({ action: history.action, location: history.location })

  useLayoutEffect(() => {
    let returning = false
    return history.listen(({ action, location, delta }) => {
      if (returning) {
        returning = false
        return
      }
      const guard = action === 'POP' ? guardOf(location.pathname) : undefined
      if (guard && delta) {
        // The browser has moved already: go back to where the guard stands, ask, and move again if it lets.
        returning = true
        history.go(-delta)
        void guard.ask().then(leave => {
          if (!leave) return
          releaseAll()
          history.go(delta)
        })
        return
      }
      startTransition(() => setPlace({ action, location }))
    })
  }, [history])

  const navigator = useMemo(() => {
    const guarded = (move: (to: To, state?: unknown) => void) => (to: To, state?: unknown) => {
      const pathname = (typeof to === 'string' ? parsePath(to).pathname : to.pathname) ?? history.location.pathname
      const guard = guardOf(pathname)
      if (!guard) return move(to, state)
      void guard.ask().then(leave => {
        if (!leave) return
        releaseAll()
        move(to, state)
      })
    }
    return {
      ...history,
      createHref: history.createHref,
      go: history.go,
      push: guarded(history.push),
      replace: guarded(history.replace),
    }
  }, [history])

  return (
    <Router location={place.location} navigationType={place.action} navigator={navigator}>
      {children}
    </Router>
  )
}
