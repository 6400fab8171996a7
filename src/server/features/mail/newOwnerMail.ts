import { findOwnerEmails, findStores, findUser } from '../../access/users.ts'
import { publicAddress } from '../../settings.ts'
import { accountSender } from './letterLimits.ts'
import { type LetterContext, postLetterWithin } from './postLetter.ts'

/** Tells all owners of a store, the new one too, that there is a new one, in the transaction of `q`. */
export async function mailNewOwner(context: LetterContext, userId: number, lojaId: number): Promise<void> {
  const { q, model } = context
  const user = await findUser(q, model, userId)
  if (!user) return
  const [store] = await findStores(q, model, [lojaId])
  const params = { email: user.email, store: String(store?.row.nome_fantasia ?? ''), link: `${publicAddress()}/acessos` }
  for (const to of await findOwnerEmails(q, model, lojaId))
    await postLetterWithin(context, { sender: accountSender, to, code: 'new-owner', params })
}
