import { useSyncExternalStore } from 'react'
import { useSession } from '../../data/session.tsx'
import { readStorage, writeStorage } from '../../data/storage.ts'

const keyOf = (userId: number): string => `favoritos.${userId}`
/** Under which it is kept that they were chosen here, and not yet sent to the server. */
export const unsentFavouritesKey = (userId: number): string => `favoritos.unsent.${userId}`

/** Most that somebody has: more would be a menu again. */
export const mostFavourites = 20

const none: readonly string[] = []
const listeners = new Set<() => void>()
/** Hear of what is chosen here. */
export const favouritesChosen = new Set<() => void>()
let last: { readonly text: string | undefined; readonly paths: readonly string[] } = { text: undefined, paths: none }

/** The addresses that this person chose, in their order. */
export function readFavourites(userId: number): readonly string[] {
  const text = readStorage(keyOf(userId))
  if (text !== last.text) last = { text, paths: text === undefined ? none : parseFavourites(text) }
  return last.paths
}

function parseFavourites(text: string): readonly string[] {
  try {
    return pathsIn(JSON.parse(text))
  } catch {
    return none
  }
}

/** Addresses of what may be anything, each once. */
const pathsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? [...new Set(kept.filter(path => typeof path === 'string'))].slice(0, mostFavourites) : none

/** Puts these in their place, and shows it. */
export function writeFavourites(userId: number, paths: unknown): void {
  writeStorage(keyOf(userId), JSON.stringify(pathsIn(paths)))
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Addresses of the menu that the user chose, in their order, and how to choose others. */
export function useFavourites(): readonly [paths: readonly string[], choose: (paths: readonly string[]) => void] {
  const { user } = useSession()
  const paths = useSyncExternalStore(
    subscribe,
    () => readFavourites(user.id),
    () => none,
  )
  const choose = (next: readonly string[]): void => {
    writeStorage(unsentFavouritesKey(user.id), '1')
    writeFavourites(user.id, next)
    for (const hear of favouritesChosen) hear()
  }
  return [paths, choose]
}
