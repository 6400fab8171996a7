import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../data/session.tsx'
import { readStorage, storageKeys, writeStorage } from '../data/storage.ts'
import type { PreferenceRoom } from './preferenceRoom.ts'

/*
 * Choices of a person for themselves, one value a name: favourites, how a page is arranged, a tour that was taken. It stands at once in this browser,
 * and travels with the preferences.
 */

/** Beginnings of the names of choices. */
const names = /^(menu|painel|tour)\./

const keyOf = (userId: number, name: string): string => `escolha.${userId}.${name}`
/** Under which it is kept that a choice was made here, and not yet sent to the server. */
const unsentPrefix = (userId: number): string => `escolha.unsent.${userId}.`

const shown = new Set<() => void>()
const chosen = new Set<() => void>()
let brought = false

function write(userId: number, name: string, value: unknown): void {
  writeStorage(keyOf(userId, name), JSON.stringify(value))
  for (const show of shown) show()
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The choices as they travel between the machines of a person. */
export const choicePreferences: PreferenceRoom = {
  unsynced: userId =>
    storageKeys(unsentPrefix(userId)).map(key => {
      const name = key.slice(unsentPrefix(userId).length)
      return { name, value: parse(readStorage(keyOf(userId, name))) ?? null }
    }),
  markSynced(userId, { name, value }) {
    if (JSON.stringify(value) === readStorage(keyOf(userId, name))) writeStorage(unsentPrefix(userId) + name, undefined)
  },
  apply(userId, { name, value }) {
    if (names.test(name) && JSON.stringify(value) !== readStorage(keyOf(userId, name))) write(userId, name, value)
  },
  onChosen(hear) {
    chosen.add(hear)
    return () => void chosen.delete(hear)
  },
  brought() {
    brought = true
    for (const show of shown) show()
  },
}

const subscribe = (show: () => void) => {
  shown.add(show)
  return () => void shown.delete(show)
}

/** Gives the user's choice of a name, as `read` understands whatever is kept (undefined: nothing), and how to choose another one. */
export function useChoice<Value>(
  name: string,
  read: (kept: unknown) => Value,
): readonly [value: Value, choose: (value: Value) => void] {
  const { user } = useSession()
  const text = useSyncExternalStore(
    subscribe,
    () => readStorage(keyOf(user.id, name)),
    () => undefined,
  )
  const value = useMemo(() => read(parse(text)), [read, text])
  const choose = (next: Value): void => {
    writeStorage(unsentPrefix(user.id) + name, '1')
    write(user.id, name, next)
    for (const hear of chosen) hear()
  }
  return [value, choose]
}

/** Tells whether what was chosen on other machines is here. */
export const useChoicesBrought = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => brought,
    () => false,
  )
