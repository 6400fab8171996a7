import type { StoredUser } from '../access/users.ts'
import { secretsOfInstallation } from '../database/secret.ts'
import { accountSender } from '../features/mail/letterLimits.ts'
import { postLetterWithin } from '../features/mail/postLetter.ts'
import type { Service } from '../service.ts'
import { publicAddress } from '../settings.ts'

/**
 * Tells somebody what happened to their account, and where to look after it. `params` are one line each. A letter that cannot be put into the
 * outbox holds up nothing.
 */
export async function mailAccountHolder(
  service: Service,
  { email }: Pick<StoredUser, 'email'>,
  code: 'new-device' | 'new-password',
  params: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { database, log } = service
  const all = { email, ...params, link: `${publicAddress()}/sessoes` }
  try {
    const writing = { q: database.system, model: service.model(), secrets: secretsOfInstallation(service.dataDir) }
    await postLetterWithin(writing, { sender: accountSender, to: email, code, params: all })
    service.wakeMailWorker?.()
  } catch (error) {
    log.error({ err: error }, 'letter about an account not written')
  }
}
