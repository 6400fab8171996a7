import { readStorage, writeStorage } from '../../data/storage.ts'
import type { PreferenceRoom } from '../../ui/preferenceRoom.ts'
import { favouritesChosen, readFavourites, unsentFavouritesKey, writeFavourites } from './favourites.ts'

/** Under which the server keeps them. */
const preference = 'menu.favoritos'

const isSame = (userId: number, value: unknown): boolean => JSON.stringify(value) === JSON.stringify(readFavourites(userId))

/** The favourites as they travel between the machines of a person. */
export const favouritePreferences: PreferenceRoom = {
  unsynced: userId => (readStorage(unsentFavouritesKey(userId)) ? [{ name: preference, value: readFavourites(userId) }] : []),
  markSynced: (userId, { name, value }) => {
    if (name === preference && isSame(userId, value)) writeStorage(unsentFavouritesKey(userId), undefined)
  },
  apply: (userId, { name, value }) => {
    if (name === preference && !isSame(userId, value)) writeFavourites(userId, value)
  },
  onChosen: hear => {
    favouritesChosen.add(hear)
    return () => void favouritesChosen.delete(hear)
  },
}
