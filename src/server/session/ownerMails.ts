import type { Model } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import { findOwnerEmails } from '../access/users.ts'
import type { Secrets } from '../database/secret.ts'
import { enqueueMail } from '../features/mail/mailOutbox.ts'
import { mailFromTemplate } from '../features/mail/mailTemplates.ts'
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

/** Writes a letter to each owner of a store, in the transaction of `q`. Tells how many there are. */
export async function mailOwners({ q, model, secrets }: Writing, lojaId: number, letter: OwnerLetter): Promise<number> {
  const { code, params, page } = letter
  const owners = await findOwnerEmails(q, model, lojaId)
  for (const to of owners)
    await enqueueMail(q, secrets, mailFromTemplate(model, code, to, { ...params, link: `${publicAddress()}${page}` }))
  return owners.length
}
