import { randomUUID } from 'node:crypto'
import type { Queries } from '../../access/caller.ts'
import type { Secrets } from '../../database/secret.ts'
import type { MailMessage } from './mailTemplates.ts'

/** A mail that somebody took on: nobody else sends it before its time is over. */
export interface ClaimedMail {
  readonly id: string
  readonly letter: MailMessage
  readonly attempts: number
}

const place = 'system.mails.content'

/** Puts a mail into the outbox, as part of the transaction that is its reason. Links in it are keys: it is kept sealed. */
export async function enqueueMail(q: Queries, secrets: Secrets, letter: MailMessage): Promise<void> {
  await q.query('INSERT INTO system.mails (id, content) VALUES ($1, $2)', [
    randomUUID(),
    secrets.seal(JSON.stringify(letter), place),
  ])
}

/** Seconds for which a mail is its taker's; a server that dies meanwhile leaves it to the next. */
const lease = 120

/** Takes the oldest mail that is due; two servers never take the same. */
export async function claimMail(q: Queries, secrets: Secrets): Promise<ClaimedMail | undefined> {
  const { rows } = await q.query<{ id: string; content: string; attempts: number }>(
    `UPDATE system.mails SET attempts = attempts + 1, "dueAt" = now() + $1::int * interval '1 second'
     WHERE id = (SELECT id FROM system.mails WHERE "dueAt" <= now() ORDER BY "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, content, attempts`,
    [lease],
  )
  const row = rows[0]
  return row && { id: row.id, letter: JSON.parse(secrets.open(row.content, place)) as MailMessage, attempts: row.attempts }
}

export async function markMailSent(q: Queries, { id }: ClaimedMail): Promise<void> {
  await q.query('DELETE FROM system.mails WHERE id = $1', [id])
}

/** Seconds before the next attempt, from a quarter of a minute to an hour. */
export const mailRetryDelay = (attempts: number): number => Math.min(15 * 2 ** (attempts - 1), 3600)

/** Puts a mail off; `forever` when its receiver does not exist: it stays for the administrator to see until it is swept. */
export async function markMailFailed(q: Queries, { id, attempts }: ClaimedMail, why: string, forever: boolean): Promise<void> {
  await q.query(
    `UPDATE system.mails SET failure = $2, "dueAt" = CASE WHEN $3 THEN 'infinity' ELSE now() + $4::int * interval '1 second' END
     WHERE id = $1`,
    [id, why, forever, mailRetryDelay(attempts)],
  )
}
