import { useCallback, useState } from 'react'
import type { Register } from '../../../model/model.ts'
import { parseStored, readStorage, writeStorage } from '../../data/storage.ts'

/** A choice of this user on this browser; anything that cannot be read is as if it were not there. */
export function usePersistedState<T>(key: string, read: (kept: unknown) => T): readonly [T, (value: T | undefined) => void] {
  const [value, setValue] = useState(() => read(parseStored(readStorage(key))))
  const keep = useCallback(
    (next: T | undefined) => {
      writeStorage(key, next === undefined ? undefined : JSON.stringify(next))
      setValue(read(next))
    },
    [key, read],
  )
  return [value, keep]
}

/** Under which a user's choice of columns is kept. */
export const columnNamesKey = (userId: string | number, register: Register): string => `list.columns.${userId}.${register.name}`

export const parseColumnNames = (kept: unknown): readonly string[] | undefined =>
  Array.isArray(kept) ? kept.filter(name => typeof name === 'string') : undefined

/** The columns that a user chose for a list. */
export const persistedColumnNames = (userId: string | number, register: Register): readonly string[] | undefined =>
  parseColumnNames(parseStored(readStorage(columnNamesKey(userId, register))))
