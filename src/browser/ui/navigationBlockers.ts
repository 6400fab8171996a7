/** Something that asks before its page is left. */
export interface NavigationBlocker {
  /** Whether there is something to ask about; false lets it go. */
  active: boolean
  /** The unsaved work is kept in this browser and offered back. */
  readonly persisted?: boolean
  /** Tells whether the address still belongs to its page. */
  allows(pathname: string): boolean
  /** True when it may be left. */
  confirm(): Promise<boolean>
}

const guards = new Set<NavigationBlocker>()

/** Puts a guard up until the returned function is called. */
export function addNavigationBlocker(one: NavigationBlocker): () => void {
  guards.add(one)
  return () => guards.delete(one)
}

export const hasActiveBlocker = (): boolean => [...guards].some(one => one.active)

/** The guard that a move to this path has to ask, if any. */
export const blockerOf = (pathname: string): NavigationBlocker | undefined =>
  [...guards].find(one => one.active && !one.allows(pathname))

/** Lets go what comes back by itself after a reload. */
export function releasePersistedBlockers(): void {
  for (const one of guards) if (one.persisted) one.active = false
}

/** Lets everything go: after a yes, or because the session is over. */
export function releaseAllBlockers(): void {
  for (const one of guards) one.active = false
}
