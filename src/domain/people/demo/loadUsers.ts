import { type IdsByName, type InsertRecords, idByName, insertNamed } from '../../samples/public.ts'
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

/** Loads who works in which store, with their flags. */
export async function loadMemberships(insert: InsertRecords, stores: readonly number[], users: IdsByName): Promise<void> {
  for (const { email, store, owner, flags } of demoMemberships) {
    const permissions = Object.fromEntries((flags ?? []).map(flag => [flag, true]))
    await insert('user_lojas', stores[store] ?? null, [
      { email, userId: idByName(users, email), type: owner ? 1 : 2, convite: 2, ...permissions },
    ])
  }
}
