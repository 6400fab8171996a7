import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../access/caller.ts'
import { findAdministratorEmails } from '../../access/users.ts'
import type { Secrets } from '../../database/secret.ts'
import { publicAddress } from '../../settings.ts'
import { postLetterWithin } from './postLetter.ts'

interface Writing {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
}

/** A letter of the definitions and the page to which its button leads: an address within the product. */
export interface AdministratorLetter {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly page: string
}

/** Writes a letter to each administrator of the platform, in the transaction of `q`, unless they had too many. */
export async function mailAdministrators(writing: Writing, { code, params, page }: AdministratorLetter): Promise<void> {
  const all = { ...params, link: `${publicAddress()}${page}` }
  for (const to of await findAdministratorEmails(writing.q, writing.model))
    await postLetterWithin(writing, { to, code, params: all })
}
