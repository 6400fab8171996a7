import type { Location } from './history.ts'

/** Milliseconds that the page before stays for what the next one shows: a skeleton in between would only flash. */
const most = 150
/** Milliseconds after which what was asked ahead belongs to no move any more. */
export const prefetchLifetime = 2_000

interface Held {
  readonly address: string
  readonly at: number
  readonly coming: Promise<unknown>
}

let held: Held | undefined

/** Notes that the first content of the page at this address is on its way. */
export function holdNavigation(address: string, coming: Promise<unknown>): void {
  held = { address, at: Date.now(), coming }
}

/** Ends when what a place shows first is there, or has taken too long; nothing when nothing is on its way. */
export function takeNavigationHold({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<unknown> | undefined {
  const found = held?.address === pathname + search && Date.now() - held.at < prefetchLifetime ? held : undefined
  held = undefined
  return found && Promise.race([found.coming, new Promise(resolve => setTimeout(resolve, most))])
}
