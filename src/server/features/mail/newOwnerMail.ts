import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../access/caller.ts'
import { findOwnerEmails, findStores, findUser } from '../../access/users.ts'
import type { Secrets } from '../../database/secret.ts'
import { publicAddress } from '../../settings.ts'
import { enqueueMail } from './mailOutbox.ts'
import { mailFromTemplate } from './mailTemplates.ts'

interface Writing {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
}

/** Tells all owners of a store, the new one too, that there is a new one, in the transaction of `q`. */
export async function mailNewOwner({ q, model, secrets }: Writing, userId: number, lojaId: number): Promise<void> {
  const user = await findUser(q, model, userId)
  if (!user) return
  const [store] = await findStores(q, model, [lojaId])
  const params = { email: user.email, store: String(store?.row.nome_fantasia ?? ''), link: `${publicAddress()}/acessos` }
  for (const to of await findOwnerEmails(q, model, lojaId))
    await enqueueMail(q, secrets, mailFromTemplate(model, 'new-owner', to, params))
}
