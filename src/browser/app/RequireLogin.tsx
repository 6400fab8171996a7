import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import type { CallError } from '../data/api.ts'
import { useConnectionTrouble } from '../data/connectionStatus.ts'
import { token } from '../data/identity.ts'
import { SessionProvider } from '../data/SessionProvider.tsx'
import { useSession } from '../data/session.tsx'
import { Redirect, useLocation, useNavigate } from '../router/router.tsx'
import { useRoute } from '../router/useRoute.ts'
import { FrameSkeleton } from '../shell/FrameSkeleton.tsx'
import type { LoginState } from '../shell/login/loginState.ts'
import { ViewAsProvider } from '../shell/ViewAsProvider.tsx'
import { dialogs } from '../ui/dialogs.tsx'
import { fallbackTexts } from '../ui/fallbackTexts.ts'
import { releaseAllBlockers, releasePersistedBlockers } from '../ui/navigationBlockers.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { Frame } from './Frame.tsx'
import { pageModules, prefetchPageModules } from './pageModules.ts'
import { prepareFirstPage } from './prepareFirstPage.ts'
import { SessionInputServices } from './SessionInputServices.tsx'

const PublicScreen = lazy(pageModules.public)
const Visitor = lazy(pageModules.visitor)
const SecondFactorDue = lazy(pageModules.secondFactorDue)

/** Typed values are kept: nobody is asked whether they may be left. */
const anew = (): void => {
  releasePersistedBlockers()
  location.reload()
}

/** Guards pages that need a login: sends to it without one, comes back after it. */
export function RequireLogin() {
  const navigate = useNavigate()
  const { pathname, search, state: told } = useLocation()
  const out = useCallback(
    (error?: CallError) => {
      releaseAllBlockers()
      // A session that ended closes no public page: whoever needs no login for this address goes on.
      const to = error ? `${location.pathname}${location.search}` : '/login'
      navigate(to, { replace: true, state: { expired: error?.message } satisfies LoginState })
    },
    [navigate],
  )
  const signed = token() !== undefined
  useEffect(() => {
    if (signed) prefetchPageModules(location.pathname)
  }, [signed])
  if (!signed) {
    const state: LoginState = { ...(told as LoginState | null), from: `${pathname}${search}` }
    const login = <Redirect to="/login" state={state} />
    return pathname === '/' ? login : <Visitor pathname={pathname} otherwise={login} />
  }
  return (
    <SessionProvider
      fallback={<Waiting />}
      prepare={prepareFirstPage}
      renderError={(error, leave) => <Failed error={error} leave={leave} />}
      onSignedOut={out}
      onOtherUser={anew}
    >
      <ViewAsProvider>
        <SessionInputServices>
          <FrameOrPublic />
        </SessionInputServices>
      </ViewAsProvider>
    </SessionProvider>
  )
}

/** The frame until the session is there; without a server it says why it waits. */
function Waiting() {
  const Away = useLazyComponent(pageModules.serverAway, useConnectionTrouble())
  return <FrameSkeleton notice={Away ? <Away /> : null} />
}

/** The same at every move: only what follows the address is drawn anew in it. */
const frame = <Frame />

/** A public page has no frame, whoever looks at it; who lacks the second factor that a store asks for sees nothing else. */
function FrameOrPublic() {
  const place = useRoute()
  const { secondFactorDue } = useSession()
  const screen = place?.kind === 'screen' && place.screen.public ? place.screen : undefined
  if (!secondFactorDue && !screen) return frame
  return (
    <Suspense fallback={null}>{secondFactorDue || !screen ? <SecondFactorDue /> : <PublicScreen screen={screen} />}</Suspense>
  )
}

/** The session did not load: the server's message, once, then out. */
function Failed({ error, leave }: { readonly error: CallError; leave(): void }) {
  const said = useRef(false)
  useEffect(() => {
    if (said.current) return
    said.current = true
    void dialogs.alert(error.message, fallbackTexts.notice).then(leave)
  }, [error, leave])
  return <FrameSkeleton />
}
