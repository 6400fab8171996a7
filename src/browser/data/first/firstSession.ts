import { setCacheModel } from '../caches.ts'
import { token } from '../identity.ts'
import { type LoadedSession, loadSession } from '../loadSession.ts'

type Prepare = (loaded: LoadedSession) => Promise<unknown>

interface Begun {
  /** Its owner: somebody else never gets it. */
  readonly of: string | undefined
  readonly coming: Promise<LoadedSession>
  loaded?: LoadedSession
}

let begun: Begun | undefined

/** Reads the session, and what else the first page waits for, so that it is drawn once and whole. */
export async function loadPreparedSession(prepare?: Prepare): Promise<LoadedSession> {
  const next = await loadSession({ waits: true })
  setCacheModel(next.model)
  await prepare?.(next)
  return next
}

/**
 * Begins before anything is drawn: a session that comes in time is drawn with at once, and the frame's boxes in the page stand for
 * the skeleton that would otherwise be drawn and thrown away. Ends, never failing, when it is there or has failed.
 */
export async function beginFirstSession(prepare: Prepare): Promise<void> {
  const mine: Begun = { of: token(), coming: loadPreparedSession(prepare) }
  begun = mine
  await mine.coming.then(
    loaded => {
      mine.loaded = loaded
    },
    () => undefined,
  )
}

const own = (): Begun | undefined => (begun?.of === token() ? begun : undefined)

/** The session that was begun, when it is there already. */
export const firstSession = (): LoadedSession | undefined => own()?.loaded

/** The session that was begun, there or on its way, once: whoever comes later reads it anew. */
export function takeComingSession(): Promise<LoadedSession> | undefined {
  const mine = own()
  begun = undefined
  return mine?.coming
}
