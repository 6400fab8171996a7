import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../session.tsx'
import { parseStored, readStorage } from '../storage.ts'
import { onPreference, preferencePrefix, putPreference } from './preferences.ts'

/** Gives the user's preference of a name, as `read` understands whatever is kept (undefined: nothing), and how to choose another one. */
export function usePreference<Value>(
  name: string,
  read: (kept: unknown) => Value,
): readonly [value: Value, choose: (value: Value) => void] {
  const { user } = useSession()
  const id = `${user.id}.${name}`
  const text = useSyncExternalStore(onPreference, () => readStorage(preferencePrefix + id))
  return [useMemo(() => read(parseStored(text)), [read, text]), value => putPreference(id, value)]
}
