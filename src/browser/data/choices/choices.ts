import { parseStored, readStorage, writeStorage } from '../storage.ts'

/*
 * Choices of a person for themselves, by `{user}.{name}`: the columns of a list, favourites, how a page is arranged, a tour that was taken. Each stands
 * at once in this browser, and travels between a person's machines (syncPreferences.ts).
 */

/** Before the id of a choice, where it is kept. */
export const choicePrefix = 'escolha.'
/** Before the id of a choice that was made here and is not sent yet. */
export const unsentPrefix = 'enviar.'

/** `brought`: the choice was made elsewhere. */
type Hear = (id: string, brought: boolean) => void
const hearers = new Set<Hear>()

/** Hears of every choice; gives what ends it. */
export function onChoice(hear: Hear): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** The value of a choice; undefined where there is none. */
export const readChoice = (id: string): unknown => parseStored(readStorage(choicePrefix + id))

/** Puts a choice in place of the one before. */
export function putChoice(id: string, value: unknown, brought = false): void {
  const text = JSON.stringify(value)
  if (text === readStorage(choicePrefix + id)) return
  writeStorage(choicePrefix + id, text)
  if (!brought) writeStorage(unsentPrefix + id, '1')
  for (const hear of hearers) hear(id, brought)
}
