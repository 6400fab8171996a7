import type { Model } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import type { Secrets } from '../database/secret.ts'
import { enqueueMail } from '../features/mail/mailOutbox.ts'
import { mailFromTemplate } from '../features/mail/mailTemplates.ts'
import { publicAddress } from '../settings.ts'
import { type ConfirmationPurpose, createConfirmation } from './confirmations.ts'

interface Writing {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
}

interface Receiver {
  readonly userId: number
  readonly email: string
}

const letters: Readonly<Record<ConfirmationPurpose, { readonly code: string; readonly more: string }>> = {
  create: { code: 'invite', more: '' },
  reset: { code: 'reset', more: '&reset=true' },
}

/** Asks somebody who has a password whether they want access to a store: the answer is given once they signed in. */
export async function mailStoreInvitation({ q, model, secrets }: Writing, email: string, store: string): Promise<void> {
  await enqueueMail(q, secrets, mailFromTemplate(model, 'access', email, { email, store, link: `${publicAddress()}/convites` }))
}

/** Writes the mail with the link by which somebody makes a password, in the transaction of `q`: nobody else ever knows it. */
export async function mailPasswordLink(
  { q, model, secrets }: Writing,
  { userId, email }: Receiver,
  purpose: ConfirmationPurpose,
): Promise<void> {
  const token = await createConfirmation(q, userId, purpose)
  const { code, more } = letters[purpose]
  const link = `${publicAddress()}/confirmacao?t=${token}${more}`
  await enqueueMail(q, secrets, mailFromTemplate(model, code, email, { email, link, address: publicAddress() }))
}

/** Tells who signed up that their store is there. */
export async function mailWelcome({ q, model, secrets }: Writing, email: string, store: string): Promise<void> {
  await enqueueMail(q, secrets, mailFromTemplate(model, 'welcome', email, { email, store, link: `${publicAddress()}/login` }))
}
