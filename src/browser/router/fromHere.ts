import type { Navigate } from './router.tsx'

/** The page at an address, whichever part of it stands open. */
const pageAt = (): string => window.location.pathname.split('/', 3).join('/')

/** Leads on from the page that is open now; nobody is led away who has gone elsewhere by the time that it is to happen. */
export function fromHere(navigate: Navigate): Navigate {
  const page = pageAt()
  return (to, options) => (pageAt() === page ? navigate(to, options) : undefined)
}
