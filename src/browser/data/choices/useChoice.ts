import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../session.tsx'
import { parseStored, readStorage } from '../storage.ts'
import { choicePrefix, onChoice, putChoice } from './choices.ts'

/** Gives the user's choice of a name, as `read` understands whatever is kept (undefined: nothing), and how to choose another one. */
export function useChoice<Value>(
  name: string,
  read: (kept: unknown) => Value,
): readonly [value: Value, choose: (value: Value) => void] {
  const { user } = useSession()
  const id = `${user.id}.${name}`
  const text = useSyncExternalStore(onChoice, () => readStorage(choicePrefix + id))
  return [useMemo(() => read(parseStored(text)), [read, text]), value => putChoice(id, value)]
}
