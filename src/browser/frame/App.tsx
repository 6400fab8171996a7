import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { SignedIn } from './SignedIn.tsx'

const LoginPage = lazy(() => import('./LoginPage.tsx'))

/** The public login, and everything else behind it. */
export function App() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="*" element={<SignedIn />} />
      </Routes>
    </Suspense>
  )
}
