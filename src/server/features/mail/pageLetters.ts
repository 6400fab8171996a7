import type { Model } from '../../../model/model.ts'
import { findAdministratorEmails } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import type { Secrets } from '../../database/secret.ts'
import { publicAddress } from '../../settings.ts'
import { postLetterWithin } from './postLetter.ts'

/** The transaction in which letters are written. */
export interface LetterWriting {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
}

/** A letter of the definitions and the page to which its button leads: an address within the product. */
export interface PageLetter {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly page: string
}

/** Writes a letter to each of these, in the transaction of `q`, unless they had too many; `sender` is the store that writes, or the platform. */
export async function mailEach(
  recipients: readonly string[],
  { code, params, page }: PageLetter,
  writing: LetterWriting,
  sender?: number,
): Promise<void> {
  const letter = { code, params: { ...params, link: `${publicAddress()}${page}` }, ...(sender === undefined ? {} : { sender }) }
  for (const to of recipients) await postLetterWithin(writing, { ...letter, to })
}

/** Writes a letter to each administrator of the platform. */
export const mailAdministrators = async (writing: LetterWriting, letter: PageLetter): Promise<void> =>
  mailEach(await findAdministratorEmails(writing.q, writing.model), letter, writing)
