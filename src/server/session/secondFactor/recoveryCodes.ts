import { randomBytes } from 'node:crypto'
import { hashToken } from '../../access/sessions.ts'
import type { Queries } from '../../database/queries.ts'
import { toBase32 } from './totp.ts'

/** How many somebody gets at once. */
const count = 10

/** Returns the stored form of a code: 80 bits of chance need no salt and no slow hash. */
const hashOf = (userId: number, code: string): string =>
  hashToken(`recovery ${userId} ${code.replace(/[\s-]/g, '').toUpperCase()}`)

/** Tells whether a text has the form of a recovery code. */
export const isRecoveryCode = (text: string): boolean => /^[A-Z2-7]{16}$/.test(text.replace(/[\s-]/g, '').toUpperCase())

/** Gives somebody new codes in place of all they had. They are shown this once: only hashes are kept. */
export async function replaceRecoveryCodes(q: Queries, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, () => (toBase32(randomBytes(10)).match(/.{4}/g) ?? []).join('-'))
  await q.query(
    `WITH gone AS (DELETE FROM system.recovery_codes WHERE "userId" = $1)
     INSERT INTO system.recovery_codes ("userId", hash) SELECT $1, hash FROM unnest($2::text[]) hash`,
    [userId, codes.map(code => hashOf(userId, code))],
  )
  return codes
}

/** Uses a code up; false where it is none of theirs, or was used. */
export async function redeemRecoveryCode(q: Queries, userId: number, code: string): Promise<boolean> {
  const { rowCount } = await q.query('DELETE FROM system.recovery_codes WHERE "userId" = $1 AND hash = $2', [
    userId,
    hashOf(userId, code),
  ])
  return rowCount > 0
}
