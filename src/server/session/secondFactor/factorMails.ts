import { formatMessage } from '../../../model/formatMessage.ts'
import type { Service } from '../../access/caller.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { publicAddress } from '../../settings.ts'
import { mailLetter } from '../mailLetter.ts'

/** What became of somebody's second factor. */
export interface FactorChange {
  readonly letter: 'factor-added' | 'factor-removed'
  readonly factor: 'totp' | 'passkey' | 'all'
}

/** Tells somebody by letter that their second factor changed: whoever did it, the owner of the account hears of it. */
export async function mailFactorChange(service: Service, email: string, { letter, factor }: FactorChange): Promise<void> {
  const model = service.model()
  const what = formatMessage(model, `second-factor.${factor}`)
  const params = { email, what, link: `${publicAddress()}/segurancaDaConta` }
  const writing = { q: service.database.system, model, secrets: secretsOfInstallation(service.dataDir) }
  await mailLetter(writing, email, { code: letter, params, attachments: [] })
  service.wakeMailWorker?.()
}
