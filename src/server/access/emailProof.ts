import { randomBytes } from 'node:crypto'
import type { Model } from '../../model/model.ts'
import { roleTable } from '../roleTable.ts'
import type { Queries } from './caller.ts'
import { hashToken } from './sessions.ts'
import { ownerMembershipType } from './users.ts'

/**
 * Who signed up has said an address that may be somebody else's. Until they prove it by a letter, the account is in no store but its own,
 * sees no invitation, and writes to nobody. Only those who have not are kept: accounts that somebody else made begin by a letter.
 */
const purpose = 'prove'

/** Hours for which the link of the letter opens. */
const hours = 7 * 24

/** Notes that the user's e-mail is only said, in the transaction that makes the user. */
export async function markEmailUnproved(q: Queries, userId: number): Promise<void> {
  await q.query('INSERT INTO system.unproved_users ("userId") VALUES ($1)', [userId])
}

/** Whether the user has shown that their e-mail is theirs. */
export const isEmailProved = async (q: Queries, userId: number): Promise<boolean> =>
  (await q.query('SELECT FROM system.unproved_users WHERE "userId" = $1', [userId])).rowCount === 0

/** The user's e-mail is theirs: they opened a link that only its owner got. */
export async function markEmailProved(q: Queries, userId: number): Promise<void> {
  await q.query('DELETE FROM system.unproved_users WHERE "userId" = $1', [userId])
}

/** Makes the token of a letter that proves the user's e-mail. Only its hash is kept. */
export async function createEmailProof(q: Queries, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await q.query(
    `INSERT INTO system.confirmations (hash, "userId", purpose, "expiresAt") VALUES ($1, $2, $3, now() + $4::int * interval '1 hour')`,
    [hashToken(token), userId, purpose, hours],
  )
  return token
}

/**
 * Proves the e-mail of who is signed in by the token of their letter; false where it is none of theirs. The token alone proves nothing: the
 * owner of an address who opens the link of a stranger's sign-up does not make that account theirs.
 */
export async function redeemEmailProof(q: Queries, userId: number, token: string): Promise<boolean> {
  if (await isEmailProved(q, userId)) return true
  const { rowCount } = await q.query(
    'DELETE FROM system.confirmations WHERE hash = $1 AND purpose = $2 AND "userId" = $3 AND "expiresAt" > now()',
    [hashToken(token), purpose, userId],
  )
  if (rowCount === 0) return false
  await markEmailProved(q, userId)
  await q.query('DELETE FROM system.confirmations WHERE "userId" = $1 AND purpose = $2', [userId, purpose])
  return true
}

/** Whether one of the store's owners has a proved e-mail. A store without owners is the platform's. */
export async function isStoreProved(q: Queries, model: Model, lojaId: number): Promise<boolean> {
  const { rows } = await q.query<{ userId: string }>(
    `SELECT "userId" FROM ${roleTable(model, 'memberships')} WHERE "lojaId" = $1 AND type = $2 AND "userId" IS NOT NULL`,
    [lojaId, ownerMembershipType],
  )
  if (rows.length === 0) return true
  const owners = rows.map(({ userId }) => userId)
  const unproved = await q.query('SELECT FROM system.unproved_users WHERE "userId" = ANY ($1::bigint[])', [owners])
  return unproved.rowCount < new Set(owners).size
}

/** Whether nobody has a store yet: who signs up first is at home, and there is nobody whose address they could take. */
export const isFirstOwner = async (q: Queries, model: Model): Promise<boolean> =>
  (await q.query(`SELECT 1 AS one FROM ${roleTable(model, 'memberships')} LIMIT 1`)).rowCount === 0
