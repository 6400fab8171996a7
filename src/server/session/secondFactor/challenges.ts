import { randomBytes } from 'node:crypto'
import { hashToken } from '../../access/sessions.ts'
import type { Queries } from '../../database/queries.ts'

/** The purpose of a challenge: one made for one of them opens no other. */
export type ChallengePurpose = 'login' | 'passkey-login' | 'proof' | 'totp' | 'passkey'

/** Seconds for which a challenge may be answered. */
export const challengeLifetime: Readonly<Record<ChallengePurpose, number>> = {
  login: 300,
  'passkey-login': 300,
  proof: 300,
  totp: 900,
  passkey: 300,
}

/** Answers to one challenge: whoever needs more begins again. */
const mostAttempts = 5

/** A challenge that waits for its answer. */
export interface Challenge {
  /** The user whom it was made for; 0 for whoever answers it. */
  readonly userId: number
  readonly content: string
}

/** Makes a challenge and gives its token, of which only the hash is kept. */
export async function createChallenge(q: Queries, purpose: ChallengePurpose, { userId, content }: Challenge): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await q.query(
    `INSERT INTO system.challenges (hash, "userId", purpose, content, "expiresAt") VALUES ($1, $2, $3, $4, now() + $5::int * interval '1 second')`,
    [hashToken(token), userId, purpose, content, challengeLifetime[purpose]],
  )
  return token
}

/** Counts an answer to a challenge and gives what it asked; undefined where it expired, was answered, or was tried too often. */
export async function attemptChallenge(q: Queries, purpose: ChallengePurpose, token: string): Promise<Challenge | undefined> {
  const { rows } = await q.query<{ userId: string; content: string }>(
    `UPDATE system.challenges SET attempts = attempts + 1
     WHERE hash = $1 AND purpose = $2 AND "expiresAt" > now() AND attempts < $3 RETURNING "userId", content`,
    [hashToken(token.slice(0, 200)), purpose, mostAttempts],
  )
  return rows[0] && { userId: Number(rows[0].userId), content: rows[0].content }
}

/** Ends a challenge; false where somebody was faster: it is answered once. */
export async function redeemChallenge(q: Queries, token: string): Promise<boolean> {
  const { rowCount } = await q.query('DELETE FROM system.challenges WHERE hash = $1', [hashToken(token.slice(0, 200))])
  return rowCount > 0
}
