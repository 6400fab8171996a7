import { findMemberships, findStores, findUser } from '../access/users.ts'
import type { Service } from '../service.ts'
import { companyPassword, type PasswordContext } from './password.ts'

/** Returns the measures of somebody's new password: facts that others know about them, and the length that their companies want. */
export async function passwordContext({ database, model: read }: Service, userId: number): Promise<PasswordContext> {
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
