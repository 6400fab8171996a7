import type { Model } from '../../../model/model.ts'
import { isStoreProved } from '../../access/emailProof.ts'
import { findOwnerEmails, normalizeEmail } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import type { Secrets } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'
import { admitLetter, platformSender } from './letterLimits.ts'
import { enqueueMail } from './mailOutbox.ts'
import { type LetterParams, type LetterWords, type MailAttachment, mailFromTemplate, mailFromWords } from './mailTemplates.ts'

/** The services by which letters are written, and the transaction. */
export interface LetterContext {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
  /** By which administrators hear how many letters a store writes. */
  readonly service?: Pick<Service, 'quotas'>
}

/** A letter of the definitions, who writes it, and to whom. */
export type PostedLetter = LetterHead & (CodedLetter | WordedLetter)

/** A letter of the messages, with its values. */
interface CodedLetter {
  readonly code: string
  readonly params: LetterParams
}

/** A letter whose words an automation has filled. */
interface WordedLetter {
  readonly words: LetterWords
}

interface LetterHead {
  /** Key of the store that writes; without one the platform does: see `platformSender`, `accountSender`. */
  readonly sender?: number
  readonly to: string
  readonly attachments?: readonly MailAttachment[]
}

/**
 * Puts a letter into the outbox, in the transaction of `q`: the one way by which anything is mailed. A store whose owners have proved no
 * e-mail writes to themselves alone. @throws ApiError 422 for such a store, 429 where a limit of letters is reached
 */
export async function postLetter(context: LetterContext, letter: PostedLetter): Promise<void> {
  const { q, model, secrets } = context
  const { sender = platformSender, to, attachments } = letter
  const isStore = sender > 0
  if (isStore && !(await mayWrite(context, sender, to))) throw new ApiError(422, 'letter.unproved')
  const { ofStore } = await admitLetter(q, model, sender, to)
  if (isStore) context.service?.quotas?.note('letters', sender, ofStore)
  await enqueueMail(q, secrets, {
    ...('words' in letter ? mailFromWords(model, to, letter.words) : mailFromTemplate(model, letter.code, to, letter.params)),
    ...(attachments ? { attachments } : {}),
    ...(isStore ? { lojaId: sender } : {}),
  })
}

/** The same for letters that nobody waits for: where a limit is reached there is none, and that is told. */
export async function postLetterWithin(context: LetterContext, letter: PostedLetter): Promise<boolean> {
  try {
    await postLetter(context, letter)
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.statusCode === 429 || error.code === 'letter.unproved')) return false
    throw error
  }
}

async function mayWrite({ q, model }: LetterContext, lojaId: number, to: string): Promise<boolean> {
  if (await isStoreProved(q, model, lojaId)) return true
  return (await findOwnerEmails(q, model, lojaId)).some(own => normalizeEmail(own) === normalizeEmail(to))
}
