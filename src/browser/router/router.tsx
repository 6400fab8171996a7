import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { blockerOf, releaseAllBlockers } from '../ui/navigationBlockers.ts'
import { createMemoryHistory, type Location, type NavigationTarget, type RouterHistory, resolveTarget } from './history.ts'
import { createHistoryPopBlocker } from './historyPopBlocker.ts'
import { takeNavigationHold } from './navigationHold.ts'

/*
 * Addresses and moves between pages, with leave guards. What an address opens is the Model's business (route.ts), so a
 * router of routes would have nothing to do here: this is the part of one that is left, in 2 kB.
 */

export interface NavigateOptions {
  /** Takes the present entry's place in the history. */
  readonly replace?: boolean
  readonly state?: unknown
}

/** Goes to an address, or some steps back or forth. */
export type Navigate = (to: NavigationTarget | number, options?: NavigateOptions) => void

interface Routing {
  readonly places: RouterHistory
  readonly navigate: Navigate
}

const RoutingContext = createContext<Routing | undefined>(undefined)
export const LocationContext = createContext<Location | undefined>(undefined)

/** Gives the history to what is below. */
export function Router({ places, children }: { readonly places: RouterHistory; readonly children: ReactNode }) {
  const [location, setLocation] = useState(() => places.location())
  useLayoutEffect(() => {
    let moves = 0
    const draw = (coming: Promise<unknown> | undefined): void => {
      moves += 1
      const move = moves
      const now = (): void => setLocation(places.location())
      // A transition keeps the page that is left on screen until the next one has loaded.
      if (coming) void coming.then(() => move === moves && now())
      else startTransition(now)
    }
    const held = createHistoryPopBlocker(places, () => draw(undefined))
    const stop = places.listen((how, delta) => {
      if (how === 'move') {
        held.onPush()
        draw(takeNavigationHold(places.location()))
      } else if (!held.onPop(delta)) draw(undefined)
    })
    setLocation(places.location())
    return stop
  }, [places])
  const routing = useMemo(() => ({ places, navigate: navigateIn(places) }), [places])
  return (
    <RoutingContext.Provider value={routing}>
      <LocationContext.Provider value={location}>{children}</LocationContext.Provider>
    </RoutingContext.Provider>
  )
}

function navigateIn(places: RouterHistory): Navigate {
  return (to, { replace = false, state } = {}) => {
    if (typeof to === 'number') return places.go(to)
    const move = () => (replace ? places.replace(to, state) : places.push(to, state))
    const path = new URL(resolveTarget(to, places.location()), 'http://local').pathname
    const guard = blockerOf(path)
    if (!guard) return move()
    void guard.confirm().then(leave => {
      if (!leave) return
      releaseAllBlockers()
      move()
    })
  }
}

/** A router with a history of its own, for stories and tests. */
export function MemoryRouter({ start = '/', children }: { readonly start?: string; readonly children: ReactNode }) {
  const places = useMemo(() => createMemoryHistory(start), [start])
  return <Router places={places}>{children}</Router>
}

function useRouter(): Routing {
  const routing = useContext(RoutingContext)
  if (!routing) throw new Error('no router')
  return routing
}

export const useNavigate = (): Navigate => useRouter().navigate

export function useLocation(): Location {
  const location = useContext(LocationContext)
  if (!location) throw new Error('no router')
  return location
}

export type SetSearchParams = (
  next: URLSearchParams | ((now: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void

/** The query of the address, and how to change it. */
export function useSearchParams(): readonly [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  const { places, navigate } = useRouter()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback<SetSearchParams>(
    (next, options) => {
      const to = typeof next === 'function' ? next(new URLSearchParams(places.location().search)) : next
      const text = to.toString()
      navigate({ search: text ? `?${text}` : '' }, options)
    },
    [places, navigate],
  )
  return [params, set]
}

/** Goes elsewhere as soon as it is drawn. */
export function Redirect({ to, state }: { readonly to: NavigationTarget; readonly state?: unknown }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state])
  return null
}
