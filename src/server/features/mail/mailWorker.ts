import type { Logger } from 'pino'
import type { Queries } from '../../access/caller.ts'
import { type OutboxWorker, startOutboxWorker } from '../../database/outboxWorker.ts'
import type { Secrets } from '../../database/secret.ts'
import { claimMail, markMailFailed, markMailSent } from './mailOutbox.ts'
import { mailFailureOf, type SendMail } from './mailTransport.ts'

export interface MailWorkerOptions {
  readonly q: Queries
  readonly secrets: () => Secrets
  readonly send: SendMail
  readonly log: Logger
  /** Milliseconds between two rounds. */
  readonly every?: number
}

/** Takes mails out of the outbox and sends them, beside the calls: none waits for a mail server. */
export const startMailWorker = ({ q, secrets, send, log, every = 10_000 }: MailWorkerOptions): OutboxWorker =>
  startOutboxWorker({
    log,
    every,
    async next() {
      const mail = await claimMail(q, secrets())
      if (!mail) return false
      try {
        await send(mail.letter, mail.id)
        await markMailSent(q, mail)
      } catch (error) {
        const { why, forever } = mailFailureOf(error)
        log.warn({ mail: mail.id, attempts: mail.attempts, why, forever }, 'mail not sent')
        await markMailFailed(q, mail, why, forever)
      }
      return true
    },
  })
