import { CallError, call } from '../data/api.ts'
import { columnLayoutPreferences } from '../grid/columns/columnLayoutPreferences.ts'
import { choicePreferences } from '../ui/choices.ts'
import type { PreferenceRoom } from '../ui/preferenceRoom.ts'

const rooms: readonly PreferenceRoom[] = [columnLayoutPreferences, choicePreferences]

/** Milliseconds without another choice after which one is sent. */
const calm = 1_000

/** Brings how this user left things on other machines, and sends what is chosen on this one. Gives what ends it. */
export function syncPreferences(userId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void sendAll(userId), calm)
  }
  const deaf = rooms.map(room => room.onChosen(later))
  void sendAll(userId).then(() => bringAll(userId))
  return () => {
    clearTimeout(timer)
    for (const end of deaf) end()
  }
}

async function bringAll(userId: number): Promise<void> {
  const reply = await call<Readonly<Record<string, unknown>>>('GET', 'users/preferencias', { noRetry: true }).catch(
    () => undefined,
  )
  if (!reply) return
  for (const room of rooms) {
    const unsent = new Set(room.unsynced(userId).map(({ name }) => name))
    for (const [name, value] of Object.entries(reply.data)) if (!unsent.has(name)) room.apply(userId, { name, value })
    room.brought?.()
  }
}

/** Preferences that the server does not get now are sent after the next choice, or with the next page. */
async function sendAll(userId: number): Promise<void> {
  for (const room of rooms) {
    for (const preference of room.unsynced(userId)) {
      const body = { nome: preference.name, valor: preference.value }
      try {
        await call('POST', 'users/preferencias', { body, isRead: true, noRetry: true })
      } catch (error) {
        // A refusal would be the same the next time.
        if (!(error instanceof CallError) || error.status < 400 || error.status >= 500) return
      }
      room.markSynced(userId, preference)
    }
  }
}
