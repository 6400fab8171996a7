import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import type { Caller } from './caller.ts'
import { requirePerson } from './resolveCaller.ts'

/** Minutes for which somebody who proved who they are is not asked again. */
export const proofMinutes = 10

/**
 * Refuses what a borrowed screen or a stolen token must not do, until the person of the session has proved anew who they are: 428
 * `identity-needed`. Asked of sessions that began in a browser, where somebody is there to answer; a login counts as the first proof. Programs that call
 * the API work on as ever; keys of programs are no people, and are refused (403 `person-needed`).
 */
export async function requireIdentityProof(q: Queries, caller: Pick<Caller, 'session' | 'key'>): Promise<void> {
  requirePerson(caller)
  const { rows } = await q.query<{ late: boolean }>(
    `SELECT browser AND "provedAt" < now() - $2::int * interval '1 minute' AS late FROM system.sessions WHERE token = $1`,
    [caller.session, proofMinutes],
  )
  if (rows[0]?.late === true) throw new ApiError(428, 'identity-needed')
}

/** Notes that the person of the session has proved who they are, by whatever means. */
export const noteIdentityProof = async (q: Queries, session: string): Promise<void> => {
  await q.query('UPDATE system.sessions SET "provedAt" = now() WHERE token = $1', [session])
}
