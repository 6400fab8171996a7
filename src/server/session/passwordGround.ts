import type { Service } from '../access/caller.ts'
import { findMemberships, findStores, findUser } from '../access/users.ts'
import { companyPassword, type PasswordGround } from './password.ts'

/** What a new password of somebody is measured by: what others know of them, and how long their companies want it. */
export async function passwordGround({ database, model: read }: Service, userId: number): Promise<PasswordGround> {
  const q = database.system
  const model = read()
  const user = await findUser(q, model, userId)
  const links = await findMemberships(q, model, userId)
  const stores = await findStores(
    q,
    model,
    links.map(({ storeId }) => storeId),
  )
  const names = stores.map(({ row }) => row.nome_fantasia).filter(name => typeof name === 'string')
  return {
    about: [user?.nome ?? '', user?.email ?? '', ...names],
    ...(stores.some(({ row }) => row.senha_longa === true) ? { shortest: companyPassword } : {}),
  }
}
