import { hash, randomBytes } from 'node:crypto'
import type { Queries } from '../database/queries.ts'

/** Seconds that a session lives without being used. */
export const sessionLifetime = 14 * 24 * 3600
/** Seconds after which it ends in any case. */
const longestLife = 90 * 24 * 3600
/** Seconds between two notes that a session was used: not every call writes. */
const noteEvery = 600

/** A signed-in user. */
export interface StoredSession {
  /** Hash of the token: its name in the database and in logs. */
  readonly token: string
  readonly userId: number
}

/** The token itself is never stored: who reads the table can sign in as no one. */
export const hashToken = (token: string): string => hash('sha256', token)

export interface SessionOrigin {
  readonly address: string
  readonly agent: string
  /** A browser says from which page it calls; programs do not. */
  readonly browser?: boolean
}

/** Starts a session and returns its token. */
export const startSession = async (q: Queries, userId: number, origin: SessionOrigin): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await q.query(
    `INSERT INTO system.sessions (token, "userId", "expiresAt", address, agent, browser)
     VALUES ($1, $2, now() + $3 * interval '1 second', $4, $5, $6)`,
    [hashToken(token), userId, sessionLifetime, origin.address, origin.agent.slice(0, 300), origin.browser === true],
  )
  return token
}

/** The session of a token that has not expired. Being used makes it live on. */
export const findSession = async (q: Queries, token: string): Promise<StoredSession | undefined> => {
  const hash = hashToken(token)
  const { rows } = await q.query<{ userId: string; stale: boolean }>(
    `SELECT "userId", "usedAt" < now() - $2 * interval '1 second' AS stale FROM system.sessions WHERE token = $1 AND "expiresAt" > now()`,
    [hash, noteEvery],
  )
  const found = rows[0]
  if (!found) return undefined
  if (found.stale) await prolong(q, hash)
  return { token: hash, userId: Number(found.userId) }
}

const prolong = (q: Queries, hash: string): Promise<unknown> =>
  q.query(
    `UPDATE system.sessions SET "usedAt" = now(),
       "expiresAt" = least(now() + $2 * interval '1 second', "createdAt" + $3 * interval '1 second') WHERE token = $1`,
    [hash, sessionLifetime, longestLife],
  )

export const endSession = async (q: Queries, hash: string): Promise<void> => {
  await q.query('DELETE FROM system.sessions WHERE token = $1', [hash])
}

/** Ends the user's sessions but one, and tells which: after a change of password nobody else stays in. */
export const endOtherSessions = async (q: Queries, userId: number, kept: string): Promise<string[]> => {
  const { rows } = await q.query<{ token: string }>(
    'DELETE FROM system.sessions WHERE "userId" = $1 AND token <> $2 RETURNING token',
    [userId, kept],
  )
  return rows.map(row => row.token)
}

/** Expired sessions, old attempts and old replies go. Run now and then. */
export const deleteExpired = async (q: Queries): Promise<void> => {
  await q.query('DELETE FROM system.sessions WHERE "expiresAt" < now()')
  await q.query(`DELETE FROM system.devices WHERE "usedAt" < now() - interval '180 days'`)
  await q.query('DELETE FROM system.confirmations WHERE "expiresAt" < now()')
  await q.query('DELETE FROM system.email_changes WHERE "expiresAt" < now()')
  await q.query('DELETE FROM system.challenges WHERE "expiresAt" < now()')
  await q.query('DELETE FROM system.trusted_devices WHERE "expiresAt" < now()')
  await q.query('DELETE FROM system.queue WHERE "expiresAt" < now()')
  await q.query('DELETE FROM system.queue_keys WHERE "expiresAt" < now()')
  await q.query(`DELETE FROM system.letters WHERE "sentAt" < now() - interval '2 days'`)
  await q.query(`DELETE FROM system.invitations WHERE "sentAt" < now() - interval '60 days'`)
  await q.query(
    `DELETE FROM system.attempts WHERE "updatedAt" < now() - CASE WHEN key LIKE 'known %' THEN interval '30 days' ELSE interval '1 day' END`,
  )
  await q.query('DELETE FROM system.rate_counts WHERE "endsAt" < now()')
  await q.query(`DELETE FROM system.idempotency WHERE "createdAt" < now() - interval '1 day'`)
  await q.query(`DELETE FROM system.removed_secrets WHERE "createdAt" < now() - interval '2 days'`)
  await q.query(`DELETE FROM system.notices WHERE "createdAt" < now() - interval '30 days'`)
  await q.query(`DELETE FROM system.notice_causes WHERE "seenAt" < now() - interval '30 days'`)
  await q.query(`DELETE FROM system.way_requests WHERE state <> 'waiting' AND "endedAt" < now() - interval '90 days'`)
  // An undo brings a record's comments back with it, for a day.
  await q.query(`DELETE FROM system.comments WHERE "goneAt" < now() - interval '2 days'`)
  await q.query(`DELETE FROM system.push_subscriptions WHERE "usedAt" < now() - interval '180 days'`)
  await q.query(`DELETE FROM system.actions WHERE "createdAt" < now() - interval '180 days'`)
}
