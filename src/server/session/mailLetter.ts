import type { Model } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import type { Secrets } from '../database/secret.ts'
import { enqueueMail } from '../features/mail/mailOutbox.ts'
import { type MailAttachment, mailFromTemplate } from '../features/mail/mailTemplates.ts'

interface Writing {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
  /** The store that writes. */
  readonly lojaId: number
}

/** A letter of the definitions, to somebody who need not be a user, with the files that it carries. */
export interface Letter {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly attachments: readonly MailAttachment[]
}

/** Puts a letter of a store into the outbox, in the transaction of `q`. */
export const mailLetter = (
  { q, model, secrets, lojaId }: Writing,
  to: string,
  { code, params, attachments }: Letter,
): Promise<void> => enqueueMail(q, secrets, { ...mailFromTemplate(model, code, to, params), attachments, lojaId })
