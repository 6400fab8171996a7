import type { Model } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import { findOwnerEmails } from '../access/users.ts'
import type { Secrets } from '../database/secret.ts'
import { postLetterWithin } from '../features/mail/postLetter.ts'
import { publicAddress } from '../settings.ts'

interface Writing {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
}

/** A letter of the definitions and the page to which its button leads. */
export interface OwnerLetter {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** Address within the product: `/integracoes`. */
  readonly page: string
}

/** Writes a letter to each owner of a store, in the transaction of `q`, unless they had too many. Tells how many there are. */
export async function mailOwners(writing: Writing, lojaId: number, { code, params, page }: OwnerLetter): Promise<number> {
  const owners = await findOwnerEmails(writing.q, writing.model, lojaId)
  const all = { ...params, link: `${publicAddress()}${page}` }
  for (const to of owners) await postLetterWithin(writing, { sender: lojaId, to, code, params: all })
  return owners.length
}
