import { formatMessage } from '../../../model/formatMessage.ts'
import type { StoredUser } from '../../access/users.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { accountSender } from '../../features/mail/letterLimits.ts'
import { postLetterWithin } from '../../features/mail/postLetter.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import type { Service } from '../../service.ts'
import { publicAddress } from '../../settings.ts'

/** A change of somebody's second factor. */
export interface FactorChange {
  readonly letter: 'factor-added' | 'factor-removed'
  readonly factor: 'totp' | 'passkey' | 'all'
  /** The author of the change, where that is somebody else. */
  readonly authorId?: number
}

/**
 * Tells somebody by letter that their second factor changed, whoever did it, and notes it in the security log.
 */
export async function tellFactorChange(
  service: Service,
  { id, email }: Pick<StoredUser, 'id' | 'email'>,
  { letter, factor, authorId }: FactorChange,
): Promise<void> {
  const model = service.model()
  const what = formatMessage(model, `second-factor.${factor}`)
  const params = { email, what, link: `${publicAddress()}/segurancaDaConta` }
  const writing = { q: service.database.system, model, secrets: secretsOfInstallation(service.dataDir) }
  await postLetterWithin(writing, { sender: accountSender, to: email, code: letter, params })
  service.wakeMailWorker?.()
  await noteSecurityEvent(service, {
    kind: 'second-factor-changed',
    userId: id,
    authorId,
    detail: formatMessage(model, `second-factor.${letter}`, { what }),
  })
}
