import { randomBytes } from 'node:crypto'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import { hashToken } from '../access/sessions.ts'
import { invitationStates } from '../access/users.ts'
import { roleTable } from '../roleTable.ts'

/** Why somebody gets a link: to make a first password, or to replace one. */
export type ConfirmationPurpose = 'create' | 'reset'

/** Hours for which a link opens. */
const hours: Readonly<Record<ConfirmationPurpose, number>> = { create: 7 * 24, reset: 2 }

/** Makes the token of a link. As with sessions, only its hash is kept. */
export async function createConfirmation(q: Queries, userId: number, purpose: ConfirmationPurpose): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await q.query(
    `INSERT INTO system.confirmations (hash, "userId", purpose, "expiresAt") VALUES ($1, $2, $3, now() + $4::int * interval '1 hour')`,
    [hashToken(token), userId, purpose, hours[purpose]],
  )
  return token
}

/** Whether the token still opens, for a user who is there. */
export async function isConfirmationOpen(q: Queries, model: Model, token: string): Promise<boolean> {
  const { rows } = await q.query(
    `SELECT FROM system.confirmations c JOIN ${roleTable(model, 'users')} u ON u.id = c."userId" WHERE c.hash = $1 AND c."expiresAt" > now()`,
    [hashToken(token)],
  )
  return rows.length > 0
}

/** Whose token it is, and what for, while it opens. */
export async function findConfirmationHolder(
  q: Queries,
  token: string,
): Promise<{ readonly userId: number; readonly purpose: ConfirmationPurpose } | undefined> {
  const { rows } = await q.query<{ userId: string; purpose: ConfirmationPurpose }>(
    'SELECT "userId", purpose FROM system.confirmations WHERE hash = $1 AND "expiresAt" > now()',
    [hashToken(token)],
  )
  return rows[0] && { userId: Number(rows[0].userId), purpose: rows[0].purpose }
}

/**
 * Gives the token's user this password, once: the token and all others of the user are void, and their sessions end, which the
 * answer names. Undefined when the token does not open, be it that somebody was faster.
 *
 * What is written lies on the first machine of several, and may not be told by a join with users, who are on all.
 */
export async function redeemConfirmation(
  q: Queries,
  model: Model,
  token: string,
  passwordHash: string,
): Promise<{ readonly userId: number; readonly sessions: readonly string[] } | undefined> {
  const { rows } = await q.query<{ userId: string | null; tokens: string[] }>(
    `WITH used AS (DELETE FROM system.confirmations WHERE hash = $1 AND "expiresAt" > now() RETURNING "userId"),
       kept AS (INSERT INTO system.passwords ("userId", hash) SELECT "userId", $2 FROM used
         ON CONFLICT ("userId") DO UPDATE SET hash = excluded.hash, "changedAt" = now()),
       ended AS (DELETE FROM system.sessions s USING used WHERE s."userId" = used."userId" RETURNING s.token)
     SELECT (SELECT "userId" FROM used) AS "userId", ARRAY(SELECT token FROM ended) AS tokens`,
    [hashToken(token), passwordHash],
  )
  const [done] = rows
  if (!done || done.userId === null) return undefined
  await q.query('DELETE FROM system.confirmations WHERE "userId" = $1', [done.userId])
  // Who was made a user by an invitation answers it by making a password.
  await q.query(`UPDATE ${roleTable(model, 'memberships')} SET convite = $2 WHERE "userId" = $1 AND convite = $3`, [
    done.userId,
    invitationStates.accepted,
    invitationStates.pending,
  ])
  return { userId: Number(done.userId), sessions: done.tokens }
}
