import type { Queries } from '../../database/queries.ts'
import type { Secrets } from '../../database/secret.ts'
import { createDurableQueue, type DurableQueue } from '../../queue/durableQueue.ts'
import type { MailMessage } from './mailTemplates.ts'

/** The place for which a mail is sealed: rows of the table that mails once had open with it, too. */
const place = 'system.mails.content'

/** Mails that wait to be sent. Links in them are keys: they are kept sealed. */
export const mailQueue = (secrets: () => Secrets): DurableQueue<MailMessage> =>
  createDurableQueue({
    name: 'mail',
    lease: 120,
    firstDelay: 15,
    longestDelay: 3600,
    keepDays: 30,
    write: letter => secrets().seal(JSON.stringify(letter), place),
    read: content => JSON.parse(secrets().open(content, place)),
  })

/** Puts a mail into the outbox, as part of the transaction that is its reason. */
export const enqueueMail = (q: Queries, secrets: Secrets, letter: MailMessage): Promise<void> =>
  mailQueue(() => secrets).add(q, [letter])
