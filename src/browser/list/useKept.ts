import { useCallback, useState } from 'react'
import { store, stored } from '../data/storage.ts'

/** A choice of this user on this browser; anything that cannot be read is as if it were not there. */
export function useKept<T>(key: string, read: (kept: unknown) => T): readonly [T, (value: T | undefined) => void] {
  const [value, setValue] = useState(() => read(parsed(stored(key))))
  const keep = useCallback(
    (next: T | undefined) => {
      store(key, next === undefined ? undefined : JSON.stringify(next))
      setValue(read(next))
    },
    [key, read],
  )
  return [value, keep]
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
