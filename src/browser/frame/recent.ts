import { useEffect } from 'react'
import { storeId } from '../data/identity.ts'
import { store, stored } from '../data/storage.ts'

/** A record that was open, to go back to. */
export interface Recent {
  readonly path: string
  readonly title: string
  readonly detail: string
}

const most = 8
const keyOf = (user: number): string => `recentes:${user}:${storeId() ?? 0}`

export function recents(user: number): readonly Recent[] {
  try {
    return JSON.parse(stored(keyOf(user)) ?? '[]') as readonly Recent[]
  } catch {
    return []
  }
}

/** Remembers the record that is open, the latest first. */
export function useRecent(user: number, path: string | undefined, title: string | undefined, detail: string): void {
  useEffect(() => {
    if (path === undefined || title === undefined) return
    const others = recents(user).filter(one => one.path !== path)
    store(keyOf(user), JSON.stringify([{ path, title, detail }, ...others].slice(0, most)))
  }, [user, path, title, detail])
}
