import type { Logger } from 'pino'
import type { Queries } from '../../database/queries.ts'
import type { Secrets } from '../../database/secret.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import { mailQueue } from './mailOutbox.ts'
import { mailFailureOf, type SendMail } from './mailTransport.ts'

export interface MailWorkerOptions {
  readonly q: Queries
  readonly secrets: () => Secrets
  readonly send: SendMail
  readonly log: Logger
}

/** Takes mails out of the outbox and sends them, beside the calls: none waits for a mail server. */
export const startMailWorker = ({ q, secrets, send, log }: MailWorkerOptions): QueueWorker =>
  // A receiver that does not exist is not tried again.
  startQueueWorker({ queue: mailQueue(secrets), q, log, run: send, failureOf: mailFailureOf })
