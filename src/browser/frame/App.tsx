import { lazy, Suspense } from 'react'
import { useLocation } from '../router/router.tsx'
import { Crash } from './Crash.tsx'
import { pages } from './pages.ts'
import { SignedIn } from './SignedIn.tsx'

const LoginPage = lazy(pages.login)

/** The public login, and everything else behind it. */
export function App() {
  const { pathname } = useLocation()
  return (
    <Crash>
      <Suspense fallback={null}>{pathname.toLowerCase() === '/login' ? <LoginPage /> : <SignedIn />}</Suspense>
    </Crash>
  )
}
