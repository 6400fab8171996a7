import { CallError, call } from '../data/api.ts'
import {
  applyRemoteLayout,
  loadColumnLayout,
  markLayoutSynced,
  onLocalLayout,
  parseColumnLayout,
  unsyncedLayoutNames,
} from '../grid/columns/columnLayout.ts'

/** Before a list's name in what the server keeps for a person. */
const prefix = 'grid.'
/** Milliseconds without another choice after which one is sent. */
const calm = 1_000

/** Brings the columns of lists as this user left them on other machines, and sends what is chosen on this one. Gives what ends it. */
export function syncGridLayouts(userId: number): () => void {
  const own = `${userId}.`
  let timer: ReturnType<typeof setTimeout> | undefined
  const deaf = onLocalLayout(() => {
    clearTimeout(timer)
    timer = setTimeout(() => void sendAll(own), calm)
  })
  void sendAll(own).then(() => bringAll(own))
  return () => {
    clearTimeout(timer)
    deaf()
  }
}

async function bringAll(own: string): Promise<void> {
  const { data } = await call<Readonly<Record<string, unknown>>>('GET', 'users/preferencias', { noRetry: true }).catch(() => ({
    data: {},
  }))
  const unsent = new Set(unsyncedLayoutNames(own))
  for (const [key, value] of Object.entries(data)) {
    const name = `${own}${key.slice(prefix.length)}`
    if (key.startsWith(prefix) && !unsent.has(name)) applyRemoteLayout(name, parseColumnLayout(value))
  }
}

/** What the server does not get now is sent after the next choice, or with the next page. */
async function sendAll(own: string): Promise<void> {
  for (const name of unsyncedLayoutNames(own)) {
    const layout = loadColumnLayout(name)
    const body = { nome: `${prefix}${name.slice(own.length)}`, valor: layout }
    try {
      await call('POST', 'users/preferencias', { body, isRead: true, noRetry: true })
    } catch (error) {
      // A refusal would be the same the next time.
      if (!(error instanceof CallError) || error.status < 400 || error.status >= 500) return
    }
    markLayoutSynced(name, layout)
  }
}
