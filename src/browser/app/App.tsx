import { lazy, Suspense } from 'react'
import { useLocation } from '../router/router.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { pageModules } from './pageModules.ts'
import { RequireLogin } from './RequireLogin.tsx'

const LoginPage = lazy(pageModules.login)

/** The public login, and everything else behind it. */
export function App() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>{pathname.toLowerCase() === '/login' ? <LoginPage /> : <RequireLogin />}</Suspense>
    </ErrorBoundary>
  )
}
