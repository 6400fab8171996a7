import { CallError, call } from '../data/api.ts'
import { onPreference, putPreference, readPreference, unsentPrefix } from '../data/preferences/preferences.ts'
import { markPreferencesBrought } from '../data/preferences/preferencesBrought.ts'
import { storageKeys, writeStorage } from '../data/storage.ts'

/** Milliseconds without another choice after which one is sent. */
const calm = 1_000

/** Brings how this user left things on other machines, and sends what is chosen on this one. Gives what ends it. */
export function syncPreferences(userId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deaf = onPreference((_, brought) => {
    if (brought) return
    clearTimeout(timer)
    timer = setTimeout(() => void sendAll(userId), calm)
  })
  void sendAll(userId).then(() => bringAll(userId))
  return () => {
    clearTimeout(timer)
    deaf()
  }
}

/** Names of the preferences that were chosen here and are not sent yet. */
const unsentNames = (userId: number): readonly string[] => {
  const prefix = `${unsentPrefix}${userId}.`
  return storageKeys(prefix).map(key => key.slice(prefix.length))
}

async function bringAll(userId: number): Promise<void> {
  const reply = await call<Readonly<Record<string, unknown>>>('GET', 'users/preferencias', { noRetry: true }).catch(
    () => undefined,
  )
  if (!reply) return
  const unsent = new Set(unsentNames(userId))
  for (const [name, value] of Object.entries(reply.data)) if (!unsent.has(name)) putPreference(`${userId}.${name}`, value, true)
  markPreferencesBrought(userId)
}

/** Preferences that the server does not get now are sent after the next choice, or with the next page. */
async function sendAll(userId: number): Promise<void> {
  for (const name of unsentNames(userId)) {
    const id = `${userId}.${name}`
    const value = readPreference(id)
    try {
      await call('POST', 'users/preferencias', { body: { nome: name, valor: value ?? null }, isRead: true, noRetry: true })
    } catch (error) {
      // A refusal would be the same the next time.
      if (!(error instanceof CallError) || error.status < 400 || error.status >= 500) return
    }
    // One that was chosen since is sent by its own turn.
    if (JSON.stringify(readPreference(id)) === JSON.stringify(value)) writeStorage(unsentPrefix + id, undefined)
  }
}
