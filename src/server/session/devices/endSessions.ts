import { endOtherSessions } from '../../access/sessions.ts'
import type { Service } from '../../service.ts'

/**
 * Ends the sessions of somebody, but for `kept` (the hash of a session's token): every server forgets them, and their event streams end. Gives
 * how many there were.
 */
export async function endSessions(service: Service, userId: number, kept = ''): Promise<number> {
  const ended = await endOtherSessions(service.database.system, userId, kept)
  for (const token of ended) service.sessionEnded?.(token)
  return ended.length
}
