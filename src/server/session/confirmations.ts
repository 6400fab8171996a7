import { randomBytes } from 'node:crypto'
import type { Model } from '../../model/model.ts'
import { keepDefaultStore } from '../access/defaultStore.ts'
import { forgetEmailChange } from '../access/emailChange.ts'
import { markEmailProved } from '../access/emailProof.ts'
import { hashToken } from '../access/sessions.ts'
import { findUser, invitationStates, normalizeEmail } from '../access/users.ts'
import type { Queries } from '../database/queries.ts'
import { roleTable } from '../roleTable.ts'
import { nextVersion } from '../write/store/rowStatements.ts'

/** Why somebody gets a link: to make a first password, or to replace one. */
export type ConfirmationPurpose = 'create' | 'reset'

/** Hours for which a link opens. */
const hours: Readonly<Record<ConfirmationPurpose, number>> = { create: 7 * 24, reset: 2 }

/** Makes the token of a link; that of a store's invitation accepts it. As with sessions, only its hash is kept. */
export async function createConfirmation(
  q: Queries,
  userId: number,
  purpose: ConfirmationPurpose,
  store?: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await q.query(
    `INSERT INTO system.confirmations (hash, "userId", purpose, "expiresAt", "lojaId") VALUES ($1, $2, $3, now() + $4::int * interval '1 hour', $5)`,
    [hashToken(token), userId, purpose, hours[purpose], store ?? null],
  )
  return token
}

/** Tells whether the token still opens, for a user who is there. */
export async function isConfirmationOpen(q: Queries, model: Model, token: string): Promise<boolean> {
  const { rows } = await q.query(
    `SELECT FROM system.confirmations c JOIN ${roleTable(model, 'users')} u ON u.id = c."userId" WHERE c.hash = $1 AND c.purpose = ANY ($2) AND c."expiresAt" > now()`,
    [hashToken(token), Object.keys(hours)],
  )
  return rows.length > 0
}

/** The user who made a password by a link, and its effects. */
export interface Redeemed {
  readonly userId: number
  /** Hashes of the sessions that ended. */
  readonly sessions: readonly string[]
  /** The store whose invitation was accepted. */
  readonly store?: number
}

/** Finds the user and the purpose of a token that still opens. */
export async function findConfirmationHolder(
  q: Queries,
  token: string,
): Promise<{ readonly userId: number; readonly purpose: ConfirmationPurpose } | undefined> {
  const { rows } = await q.query<{ userId: string; purpose: ConfirmationPurpose }>(
    'SELECT "userId", purpose FROM system.confirmations WHERE hash = $1 AND purpose = ANY ($2) AND "expiresAt" > now()',
    [hashToken(token), Object.keys(hours)],
  )
  return rows[0] && { userId: Number(rows[0].userId), purpose: rows[0].purpose }
}

/**
 * Gives the token's user this password, once: the token and all others of the user are void, and their sessions end, which the
 * answer names; their e-mail is proved. Undefined when the token does not open, be it that somebody was faster.
 *
 * What is written lies on the first machine of several, and may not be told by a join with users, who are on all.
 */
export async function redeemConfirmation(
  q: Queries,
  model: Model,
  token: string,
  passwordHash: string,
): Promise<Redeemed | undefined> {
  const { rows } = await q.query<{ userId: string | null; lojaId: string | null; tokens: string[] }>(
    `WITH used AS (DELETE FROM system.confirmations WHERE hash = $1 AND purpose = ANY ($3) AND "expiresAt" > now() RETURNING "userId", "lojaId"),
       kept AS (INSERT INTO system.passwords ("userId", hash) SELECT "userId", $2 FROM used
         ON CONFLICT ("userId") DO UPDATE SET hash = excluded.hash, "changedAt" = excluded."changedAt"),
       ended AS (DELETE FROM system.sessions s USING used WHERE s."userId" = used."userId" RETURNING s.token)
     SELECT (SELECT "userId" FROM used) AS "userId", (SELECT "lojaId" FROM used) AS "lojaId", ARRAY(SELECT token FROM ended) AS tokens`,
    [hashToken(token), passwordHash, Object.keys(hours)],
  )
  const [done] = rows
  if (!done || done.userId === null) return undefined
  await q.query('DELETE FROM system.confirmations WHERE "userId" = $1', [done.userId])
  const userId = Number(done.userId)
  // A pending change of the address may be why there is a new password.
  await forgetEmailChange(q, userId)
  // Only who reads the letters of the address has the link.
  await markEmailProved(q, userId)
  const store = done.lojaId === null ? undefined : Number(done.lojaId)
  await acceptByLetter(q, model, userId, store)
  return { userId, sessions: done.tokens, ...(store === undefined ? {} : { store }) }
}

/** Accepts the invitation by whose letter the password was made. */
async function acceptByLetter(q: Queries, model: Model, userId: number, store: number | undefined): Promise<void> {
  const memberships = roleTable(model, 'memberships')
  // Links of before named who was invited.
  await q.query(`UPDATE ${memberships} SET convite = $2 WHERE "userId" = $1 AND convite = $3`, [
    userId,
    invitationStates.accepted,
    invitationStates.pending,
  ])
  const user = store === undefined ? undefined : await findUser(q, model, userId)
  if (!user) return
  await keepDefaultStore(q, model, userId)
  await q.query(
    `UPDATE ${memberships} SET "userId" = $1, convite = $2, ${nextVersion()}
     WHERE "lojaId" = $3 AND lower(email) = $4 AND "userId" IS NULL AND convite = $5`,
    [userId, invitationStates.accepted, store, normalizeEmail(user.email), invitationStates.pending],
  )
}
