import type { Model } from '../../../model/model.ts'
import { shippedRoleRows } from '../../../server/domain.ts'
import { type IdsByName, type InsertRecords, idByName, insertNamed } from '../../samples/public.ts'
import { flagsOf } from '../roleFlags.ts'
import { demoAccounts, demoMemberships } from './demoAccounts.ts'

/** The people of the demo, by their e-mails. */
export async function loadUsers(insert: InsertRecords): Promise<IdsByName> {
  const rows = demoAccounts.map(({ email, nome, admin, chatbot }) => ({
    email,
    nome,
    admin: admin === true,
    active: true,
    block: false,
    chatbot: chatbot === true,
  }))
  return insertNamed(insert, 'users', null, rows, 'email')
}

/** Loads who works in which store, with their role or flags of their own. */
export async function loadMemberships(
  insert: InsertRecords,
  stores: readonly number[],
  users: IdsByName,
  model: Model,
): Promise<void> {
  const shipped = shippedRoleRows(model)
  const roles = await Promise.all(stores.map(store => insertNamed(insert, 'papeis', store, shipped, 'modelo')))
  for (const { email, store, owner, flags, role } of demoMemberships) {
    const given = shipped.find(({ modelo }) => modelo === role)
    const permissions = given ? flagsOf(model, given) : Object.fromEntries((flags ?? []).map(flag => [flag, true]))
    const papelId = role === undefined ? null : idByName(roles[store] ?? new Map(), role)
    await insert('user_lojas', stores[store] ?? null, [
      { email, userId: idByName(users, email), type: owner ? 1 : 2, convite: 2, papelId, ...permissions },
    ])
  }
}
