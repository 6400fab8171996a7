import { parseStored, readStorage, writeStorage } from '../storage.ts'

/*
 * Preferences of a person, by `{user}.{name}`: the columns of a list, favourites, how a page is arranged, a tour that was taken. Each stands
 * at once in this browser, and travels between a person's machines (syncPreferences.ts).
 */

/** Before the id of a preference, where it is kept. */
export const preferencePrefix = 'preferencia.'
/** Before the id of a preference that was chosen here and is not sent yet. */
export const unsentPrefix = 'enviar.'

/** `brought`: it was chosen elsewhere. */
type Hear = (id: string, brought: boolean) => void
const hearers = new Set<Hear>()

/** Hears of every preference that changes; gives what ends it. */
export function onPreference(hear: Hear): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** The value of a preference; undefined where there is none. */
export const readPreference = (id: string): unknown => parseStored(readStorage(preferencePrefix + id))

/** Puts a preference in place of the one before. */
export function putPreference(id: string, value: unknown, brought = false): void {
  const text = JSON.stringify(value)
  if (text === readStorage(preferencePrefix + id)) return
  writeStorage(preferencePrefix + id, text)
  if (!brought) writeStorage(unsentPrefix + id, '1')
  for (const hear of hearers) hear(id, brought)
}
