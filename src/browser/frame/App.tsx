import { lazy, Suspense } from 'react'
import { useLocation } from '../router/router.tsx'
import { SignedIn } from './SignedIn.tsx'

const LoginPage = lazy(() => import('./LoginPage.tsx'))

/** The public login, and everything else behind it. */
export function App() {
  const { pathname } = useLocation()
  return <Suspense fallback={null}>{pathname.toLowerCase() === '/login' ? <LoginPage /> : <SignedIn />}</Suspense>
}
