import type { MailAttachment } from '../features/mail/mailTemplates.ts'
import { type LetterContext, postLetter } from '../features/mail/postLetter.ts'

/** A letter of the definitions, to somebody who need not be a user, with the files that it carries. */
export interface Letter {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly attachments: readonly MailAttachment[]
}

/**
 * Puts a letter of a store into the outbox, in the transaction of `q`.
 * @throws ApiError 403 for a store that may write to nobody yet, 429 where a limit of letters is reached
 */
export const mailLetter = (context: LetterContext & { readonly lojaId: number }, to: string, letter: Letter): Promise<void> =>
  postLetter(context, { sender: context.lojaId, to, ...letter })

/** Message codes of the refusals of a letter, for operations that write some. */
export const letterRefusals = ['letter.unproved', 'letter.pair-limit', 'letter.recipient-limit', 'letter.store-limit'] as const
