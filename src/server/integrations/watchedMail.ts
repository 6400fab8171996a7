import { membersOf } from '../../base/record.ts'
import { mailFailureOf, type SendMail } from '../features/mail/mailTransport.ts'
import type { IntegrationErrorReason } from './integrationError.ts'
import type { IntegrationHealth } from './integrationHealth.ts'

/** By the variable that names it, as other services are called. */
const service = 'SMTP_URL'

/** Tells how the mail server does with each mail; one that refuses a receiver for good does its work. */
export function watchedMail(send: SendMail, health: IntegrationHealth | undefined): SendMail {
  if (!health) return send
  return async (letter, id) => {
    try {
      await send(letter, id)
      health.succeeded(service)
    } catch (error) {
      if (mailFailureOf(error).forever) health.succeeded(service)
      else health.failed(service, reasonOf(error))
      throw error
    }
  }
}

function reasonOf(error: unknown): IntegrationErrorReason {
  const { code, responseCode } = membersOf(error)
  if (typeof responseCode === 'number') return 'status'
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}
