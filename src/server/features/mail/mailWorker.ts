import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Queries } from '../../access/caller.ts'
import type { Secrets } from '../../database/secret.ts'
import { claimMail, markMailFailed, markMailSent } from './mailOutbox.ts'
import { mailFailureOf, type SendMail } from './mailTransport.ts'

/** Takes mails out of the outbox and sends them, beside the calls: none waits for a mail server. */
export interface MailWorker {
  /** There is a mail: do not wait for the next round. */
  wake(): void
  /** Sends everything that is due, and tells when that is done. */
  deliver(): Promise<void>
  /** Ends after the mail that is being sent, or soon. */
  close(): Promise<void>
}

export interface MailWorkerOptions {
  readonly q: Queries
  readonly secrets: () => Secrets
  readonly send: SendMail
  readonly log: Logger
  /** Milliseconds between two rounds: mails put off, and those of servers that are gone. */
  readonly every?: number
}

/** Milliseconds that closing waits for the mail that is being sent. */
const patience = 2000

export function startMailWorker({ q, secrets, send, log, every = 10_000 }: MailWorkerOptions): MailWorker {
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  const round = async (): Promise<void> => {
    for (;;) {
      const mail = closed ? undefined : await claimMail(q, secrets())
      if (!mail) return
      try {
        await send(mail.letter, mail.id)
        await markMailSent(q, mail)
      } catch (error) {
        const { why, forever } = mailFailureOf(error)
        log.warn({ mail: mail.id, attempts: mail.attempts, why, forever }, 'mail not sent')
        await markMailFailed(q, mail, why, forever)
      }
    }
  }
  const deliver = async (): Promise<void> => {
    // What came while the round was ending is in the next one.
    again = true
    while (again) {
      again = false
      running ??= round().finally(() => {
        running = undefined
      })
      await running
    }
  }
  const wake = (): void => {
    if (!closed) deliver().catch(error => log.warn({ err: error }, 'outbox not read'))
  }
  const timer = setInterval(wake, every)
  timer.unref()
  return {
    wake,
    deliver,
    async close() {
      closed = true
      clearInterval(timer)
      // A mail server that hangs holds nobody up: what it was told is free for the next server after a while.
      await Promise.race([running?.catch(() => undefined), pause(patience, undefined, { ref: false })])
    },
  }
}
