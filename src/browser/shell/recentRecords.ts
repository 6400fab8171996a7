import { useEffect } from 'react'
import { storeId } from '../data/identity.ts'
import { parseStored, readStorage, writeStorage } from '../data/storage.ts'

/** A record that was open, to go back to. */
export interface RecentRecord {
  readonly path: string
  readonly title: string
  readonly detail: string
}

const most = 8
const keyOf = (user: number): string => `recentes:${user}:${storeId() ?? 0}`

export const recentRecords = (user: number): readonly RecentRecord[] =>
  (parseStored(readStorage(keyOf(user))) ?? []) as readonly RecentRecord[]

/** Remembers the record that is open, the latest first. */
export function useTrackRecentRecord(user: number, path: string | undefined, title: string | undefined, detail: string): void {
  useEffect(() => {
    if (path === undefined || title === undefined) return
    const others = recentRecords(user).filter(one => one.path !== path)
    writeStorage(keyOf(user), JSON.stringify([{ path, title, detail }, ...others].slice(0, most)))
  }, [user, path, title, detail])
}
