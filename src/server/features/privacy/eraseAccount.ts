import { registerOfRole } from '../../../model/access/roles.ts'
import { endOtherSessions } from '../../access/sessions.ts'
import type { Queries } from '../../database/queries.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { mailQueue } from '../mail/mailOutbox.ts'
import { removeKeptLetters } from '../mail/mailTransport.ts'
import type { PersonTraits } from './findPersonRows.ts'
import type { Subject } from './subject.ts'

/** Tables that hold data of an account by `userId`. */
const tablesOfAccounts = [
  'passwords',
  'confirmations',
  'email_changes',
  'preferences',
  'default_stores',
  'devices',
  'unproved_users',
  'totp_seeds',
  'recovery_codes',
  'passkeys',
  'trusted_devices',
  'challenges',
  'notices',
  'push_subscriptions',
] as const

/** Letters that are opened at once. */
const BATCH = 200

/**
 * Erases the data of a person that the server keeps beside the registers, which requests may not touch: letters that wait, and of a user all that
 * lets them in. Done last: when the transaction fails after it, the person is erased by asking again, and has lost no more than letters and sessions.
 */
export async function eraseAccount(
  traits: PersonTraits,
  subject: Subject,
  { service, model, secrets, afterCommit }: UnitOfWork,
): Promise<void> {
  const { system } = service.database
  const emails = new Set(traits.email)
  if (emails.size > 0) {
    await eraseLetters(emails, subject, mailQueue(() => secrets).rules, system)
    await removeKeptLetters(service.dataDir, emails, subject.isGlobal ? undefined : subject.stores)
  }
  if (registerOfRole(model, 'users')?.name !== subject.table.register.name) return
  const ended = await endOtherSessions(system, Number(subject.id), '')
  afterCommit.push(async () => {
    for (const token of ended) service.sessionEnded?.(token)
  })
  for (const table of tablesOfAccounts) await system.query(`DELETE FROM system.${table} WHERE "userId" = $1`, [subject.id])
  // Others' answers keep the trace of what was said; nobody is asked for a task any more.
  await system.query(
    `UPDATE system.comments SET body = '', mentions = '{}', "assigneeId" = NULL, due = NULL, "removedAt" = coalesce("removedAt", now())
     WHERE "userId" = $1`,
    [subject.id],
  )
  await system.query(
    `UPDATE system.comments SET mentions = array_remove(mentions, $1::bigint), "doneBy" = nullif("doneBy", $1::bigint),
       due = CASE WHEN "assigneeId" = $1::bigint THEN NULL ELSE due END, "assigneeId" = nullif("assigneeId", $1::bigint)
     WHERE $1::bigint = ANY(mentions) OR "assigneeId" = $1::bigint OR "doneBy" = $1::bigint`,
    [subject.id],
  )
  await system.query('DELETE FROM system.invitations WHERE lower(email) = ANY($1::text[])', [[...emails]])
}

type Letters = ReturnType<typeof mailQueue>['rules']

/** Removes letters to the person: a store's are those that it wrote. */
async function eraseLetters(emails: ReadonlySet<string>, subject: Subject, rules: Letters, q: Queries): Promise<void> {
  for (let above = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await q.query<{ id: string; content: string }>(
      `SELECT id::text AS id, content FROM system.queue WHERE queue = $1 AND id > $2::uuid ORDER BY id LIMIT ${BATCH}`,
      [rules.name, above],
    )
    const theirs = rows.filter(({ content }) => {
      const { to, lojaId } = rules.read(content)
      return emails.has(to.toLowerCase()) && (subject.isGlobal || (lojaId !== undefined && subject.stores.includes(lojaId)))
    })
    if (theirs.length > 0) await q.query('DELETE FROM system.queue WHERE id = ANY($1::uuid[])', [theirs.map(({ id }) => id)])
    if (rows.length < BATCH) return
    above = rows.at(-1)?.id ?? above
  }
}
