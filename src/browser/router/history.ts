import { createListeners, type Listeners } from '../../base/objects/listeners.ts'

/** A place in the browser's history. */
export interface Location {
  readonly pathname: string
  /** With its `?`, or ''. */
  readonly search: string
  readonly hash: string
  /** The state that the page before sent along. */
  readonly state: unknown
}

/** Tells whether two places show the same. */
export const sameLocation = (a: Location, b: Location): boolean =>
  a.pathname === b.pathname && a.search === b.search && a.hash === b.hash && Object.is(a.state, b.state)

/** An address: absolute, or only its query or hash (`?page=2`), which keeps the path. */
export type NavigationTarget = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string }

type Moves = Listeners<[how: 'move' | 'pop', delta: number]>

export interface RouterHistory {
  /** Where one is now; always the latest, even before it is drawn. */
  location(): Location
  /** `how` is `pop` for the browser's own buttons; `delta` tells how far they went. */
  readonly listen: Moves['subscribe']
  push(to: NavigationTarget, state?: unknown): void
  replace(to: NavigationTarget, state?: unknown): void
  go(delta: number): void
}

/** The whole address that `to` means, seen from a place. */
export function resolveTarget(to: NavigationTarget, from: Pick<Location, 'pathname' | 'search'>): string {
  const text = typeof to === 'string' ? to : `${to.pathname ?? from.pathname}${to.search ?? ''}${to.hash ?? ''}`
  const url = new URL(text, `http://local${from.pathname}${from.search}`)
  return `${url.pathname}${url.search}${url.hash}`
}

interface Entry {
  readonly idx: number
  readonly state: unknown
}

/** The browser's history. Each entry knows its number, so that a step can be taken back. */
export function createBrowserHistory(): RouterHistory {
  const { subscribe: listen, tell }: Moves = createListeners()
  const entry = (): Entry => (history.state as Entry | null) ?? { idx: 0, state: null }
  if (history.state === null) history.replaceState({ idx: 0, state: null }, '')
  let at = entry().idx
  addEventListener('popstate', () => {
    const delta = entry().idx - at
    at = entry().idx
    tell('pop', delta)
  })
  const location = (): Location => {
    const { pathname, search, hash } = window.location
    return { pathname, search, hash, state: entry().state }
  }
  const write =
    (how: 'pushState' | 'replaceState') =>
    (to: NavigationTarget, state: unknown = null) => {
      at = how === 'pushState' ? at + 1 : at
      history[how]({ idx: at, state } satisfies Entry, '', resolveTarget(to, window.location))
      tell('move', 0)
    }
  return {
    location,
    listen,
    push: write('pushState'),
    replace: write('replaceState'),
    go: delta => history.go(delta),
  }
}

/** A history of its own, for stories and tests. */
export function createMemoryHistory(start = '/'): RouterHistory {
  const { subscribe: listen, tell }: Moves = createListeners()
  const read = (address: string, state: unknown): Location => {
    const { pathname, search, hash } = new URL(address, 'http://local')
    return { pathname, search, hash, state }
  }
  const entries = [read(start, null)]
  let at = 0
  const now = () => entries[at] ?? read('/', null)
  const put = (to: NavigationTarget, state: unknown = null) => {
    const next = read(resolveTarget(to, now()), state)
    entries.splice(at, entries.length, next)
    tell('move', 0)
  }
  return {
    location: now,
    listen,
    push(to, state) {
      const from = now()
      at += 1
      entries.splice(at, entries.length, from)
      put(to, state)
    },
    replace: put,
    go(delta) {
      const to = Math.max(0, Math.min(entries.length - 1, at + delta))
      const moved = to - at
      at = to
      tell('pop', moved)
    },
  }
}
