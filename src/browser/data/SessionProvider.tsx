import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { CallError, call, onSessionExpired } from './api.ts'
import { cancelBackgroundJobs } from './backgroundJobs.ts'
import { clearAllCaches, setCacheModel } from './caches.ts'
import { firstSession, loadPreparedSession, takeComingSession } from './first/firstSession.ts'
import { onTokenChange, saveStoreId, saveToken, storeId } from './identity.ts'
import { type LoadedSession, loadSession } from './loadSession.ts'
import { type ClientSession, SessionContextProvider } from './session.tsx'

export interface SessionProviderProps {
  /** Shown until user, store and definitions are there. */
  readonly fallback: ReactNode
  /** Further preparations that the first page waits for, so that it is drawn once and whole. */
  prepare?(loaded: LoadedSession): Promise<unknown>
  /** The session did not load: shows the server's message; `leave` logs out. */
  renderError(error: CallError, leave: () => void): ReactNode
  /** Logged out: by the user, or because a call was refused, with its error. */
  onSignedOut(error?: CallError): void
  /** Somebody signed in in another tab: this one begins anew as they. */
  onOtherUser(): void
  readonly children: ReactNode
}

/** Loads the session of the kept token and gives it to what is below. */
export function SessionProvider({ fallback, prepare, renderError, onSignedOut, onOtherUser, children }: SessionProviderProps) {
  const [loaded, setLoaded] = useState(firstSession)
  const [error, setError] = useState<CallError>()

  const take = useCallback((next: LoadedSession) => {
    setCacheModel(next.model)
    setLoaded(next)
  }, [])

  const out = useCallback(
    (error?: CallError) => {
      saveToken(undefined)
      cancelBackgroundJobs()
      void clearAllCaches()
      onSignedOut(error)
    },
    [onSignedOut],
  )

  useEffect(() => {
    const ended = onSessionExpired(out)
    const stop = onTokenChange(token => (token === undefined ? out() : onOtherUser()))
    let current = true
    const coming = takeComingSession() ?? loadPreparedSession(prepare)
    coming.then(
      next => current && take(next),
      (reason: unknown) => {
        if (!current) return
        if (reason instanceof CallError && reason.status === 401) out(reason)
        else setError(reason instanceof CallError ? reason : new CallError(0, 'unknown', String(reason)))
      },
    )
    return () => {
      current = false
      ended()
      stop()
    }
  }, [out, take, prepare, onOtherUser])

  const session = useMemo(() => loaded && complete(loaded, take, out), [loaded, take, out])
  if (error) return renderError(error, () => out())
  if (!session) return fallback
  return <SessionContextProvider session={session}>{children}</SessionContextProvider>
}

/** The loaded session with what can be done to it. */
function complete(loaded: LoadedSession, take: (next: LoadedSession) => void, out: () => void): ClientSession {
  return {
    ...loaded,
    async switchStore(id, arriving) {
      const before = storeId()
      saveStoreId(id)
      try {
        const next = await loadSession()
        await clearAllCaches()
        // In one breath: the new store never draws the former one's address.
        startTransition(() => {
          arriving?.(next)
          take(next)
        })
      } catch (reason) {
        saveStoreId(before)
        throw reason
      }
    },
    async reload() {
      const next = await loadSession()
      take(next)
      return next.model
    },
    async logout() {
      // The token is forgotten here whatever the server says.
      await call('POST', 'users/logout', { keepSession: true }).catch(() => undefined)
      out()
    },
  }
}
