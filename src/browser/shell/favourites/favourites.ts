import { usePreference } from '../../data/preferences/usePreference.ts'

/** Most that somebody has: more would be a menu again. */
export const mostFavourites = 20

/** Addresses of what may be anything, each once. */
const pathsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? [...new Set(kept.filter(path => typeof path === 'string'))].slice(0, mostFavourites) : []

/** Addresses of the menu that the user chose, in their order, and how to choose others. */
export const useFavourites = () => usePreference('menu.favoritos', pathsIn)
