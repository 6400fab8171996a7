import { useEffect, useSyncExternalStore } from 'react'
import { createObservable } from '../../base/objects/listeners.ts'

/** The name of what is open, told by its page: last step of the breadcrumb and the tab's title. */
const { read, set, subscribe } = createObservable<string | undefined>(undefined)

/** A page names what it shows: the record's own name. */
export function useSetPageTitle(title: string | undefined): void {
  useEffect(() => {
    // A sheet over a page names what it shows, too; then the page's name is back.
    const before = read()
    set(title)
    return () => set(before)
  }, [title])
}

export const usePageTitle = (): string | undefined => useSyncExternalStore(subscribe, read, read)
