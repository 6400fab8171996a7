import { useEffect, useSyncExternalStore } from 'react'

/** The name of what is open, told by its page: last step of the breadcrumb and the tab's title. */
let current: string | undefined
const listeners = new Set<() => void>()

function set(title: string | undefined): void {
  current = title
  for (const listen of listeners) listen()
}

/** A page names what it shows: the record's own name. */
export function useSetPageTitle(title: string | undefined): void {
  useEffect(() => {
    // A sheet over a page names what it shows, too; then the page's name is back.
    const before = current
    set(title)
    return () => set(before)
  }, [title])
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
const read = () => current

export const usePageTitle = (): string | undefined => useSyncExternalStore(subscribe, read, read)
