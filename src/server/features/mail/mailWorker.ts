import type { Logger } from 'pino'
import { membersOf } from '../../../base/record.ts'
import type { Queries } from '../../access/caller.ts'
import type { Secrets } from '../../database/secret.ts'
import type { IntegrationErrorReason } from '../../integrations/integrationError.ts'
import type { IntegrationHealth } from '../../integrations/integrationHealth.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import { mailQueue } from './mailOutbox.ts'
import { mailFailureOf, type SendMail } from './mailTransport.ts'

export interface MailWorkerOptions {
  readonly q: Queries
  readonly secrets: () => Secrets
  readonly send: SendMail
  readonly log: Logger
  /** Told how the mail server does. */
  readonly health?: IntegrationHealth | undefined
  /** Milliseconds between two rounds. */
  readonly every?: number
}

/** Takes mails out of the outbox and sends them, beside the calls: none waits for a mail server. */
export const startMailWorker = ({ q, secrets, send, log, health, every }: MailWorkerOptions): QueueWorker =>
  // A receiver that does not exist is not tried again.
  startQueueWorker({ queue: mailQueue(secrets), q, log, run: watched(send, health), failureOf: mailFailureOf, every })

/** By the variable that names it, as other services are called. */
const service = 'SMTP_URL'

/** A mail server that refuses one receiver for good does its work. */
const watched =
  (send: SendMail, health: IntegrationHealth | undefined): SendMail =>
  async (letter, id) => {
    try {
      await send(letter, id)
      health?.succeeded(service)
    } catch (error) {
      if (mailFailureOf(error).forever) health?.succeeded(service)
      else health?.failed(service, reasonOf(error))
      throw error
    }
  }

function reasonOf(error: unknown): IntegrationErrorReason {
  const { code, responseCode } = membersOf(error)
  if (typeof responseCode === 'number') return 'status'
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}
