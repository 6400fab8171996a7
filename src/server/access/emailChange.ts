import type { Queries } from '../database/queries.ts'
import { dropEmailProofs } from './emailProof.ts'

/** Hours in which both addresses must have answered. */
const HOURS = 24

/** An e-mail that somebody wants in place of theirs, and which of both addresses has agreed. */
export interface EmailChange {
  readonly email: string
  readonly oldProved: boolean
  readonly newProved: boolean
  /** ISO 8601. */
  readonly endsAt: string
}

interface Row {
  readonly email: string
  readonly oldProved: boolean
  readonly newProved: boolean
  readonly endsAt: Date | string
}

const columns = `email, "oldProved", "newProved", "expiresAt" AS "endsAt"`

const changeOf = (row: Row | undefined): EmailChange | undefined => row && { ...row, endsAt: new Date(row.endsAt).toISOString() }

/** The change that somebody has asked for and that waits for an address. */
export async function findEmailChange(q: Queries, userId: number): Promise<EmailChange | undefined> {
  const { rows } = await q.query<Row>(`SELECT ${columns} FROM system.email_changes WHERE "userId" = $1 AND "expiresAt" > now()`, [
    userId,
  ])
  return changeOf(rows[0])
}

/** Keeps what somebody asks for, in place of what they asked for before. */
export async function keepEmailChange(q: Queries, userId: number, email: string, oldProved: boolean): Promise<void> {
  await q.query(
    `INSERT INTO system.email_changes AS c ("userId", email, "oldProved", "newProved", "expiresAt")
     VALUES ($1, $2, $3, false, now() + $4::int * interval '1 hour')
     ON CONFLICT ("userId") DO UPDATE SET email = excluded.email, "oldProved" = excluded."oldProved", "newProved" = false,
       "expiresAt" = excluded."expiresAt"`,
    [userId, email, oldProved, HOURS],
  )
}

/** Notes that one of both addresses agreed to this very change; undefined where it is no more. */
export async function noteProvedAddress(
  q: Queries,
  userId: number,
  email: string,
  which: 'oldProved' | 'newProved',
): Promise<EmailChange | undefined> {
  const { rows } = await q.query<Row>(
    `UPDATE system.email_changes SET "${which}" = true WHERE "userId" = $1 AND email = $2 AND "expiresAt" > now() RETURNING ${columns}`,
    [userId, email],
  )
  return changeOf(rows[0])
}

/** Drops a change that was asked for, and its letters. Tells whether there was one. */
export async function forgetEmailChange(q: Queries, userId: number): Promise<boolean> {
  const { rowCount } = await q.query('DELETE FROM system.email_changes WHERE "userId" = $1', [userId])
  await dropEmailProofs(q, userId, ['email-old', 'email-new'])
  return rowCount > 0
}
