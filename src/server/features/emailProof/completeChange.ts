import pg from 'pg'
import { registerOfRole } from '../../../model/access/roles.ts'
import type { Register } from '../../../model/model.ts'
import { type EmailChange, forgetEmailChange } from '../../access/emailChange.ts'
import { markEmailProved } from '../../access/emailProof.ts'
import { normalizeEmail } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import type { RuntimeOperationContext } from '../../operations/operation.ts'
import { tableOf } from '../../query/table.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { publicAddress } from '../../settings.ts'
import { changeRecords } from '../../write/changeRecords.ts'
import { removeRecords } from '../../write/removeRecords.ts'
import { NO_STORE, type UnitOfWork, withUnitOfWork } from '../../write/unitOfWork.ts'
import { accountSender } from '../mail/letterLimits.ts'
import { postLetterWithin } from '../mail/postLetter.ts'

type Context = Pick<RuntimeOperationContext<unknown>, 'service' | 'model' | 'caller' | 'writing' | 'address'>

/**
 * Both addresses have agreed: the account has the new one from now on, here and in its stores, in one transaction with the history. Letters
 * to both tell it. @throws ApiError 422 where somebody else took the address meanwhile
 */
export async function completeEmailChange(
  { service, model, caller, writing, address }: Context,
  { email }: EmailChange,
): Promise<void> {
  const q = service.database.system
  const { userId } = caller
  const old = normalizeEmail(caller.email)
  const [users, memberships] = [registerOfRole(model, 'users'), registerOfRole(model, 'memberships')]
  if (!users) throw new ApiError(404, 'not-found')
  const stores = memberships ? await storesOf(q, tableOf(model, memberships.name).sql, userId) : []
  try {
    await withUnitOfWork({ ...writing, caller: { ...caller, stores } }, { stores: [NO_STORE, ...stores] }, async work => {
      await rename({ ...work, isConsequence: true }, users, { old, email })
      if (memberships)
        for (const store of stores) await renameInStore({ ...work, isConsequence: true }, memberships, store, email)
      const params = { email: old, novo: email, link: `${publicAddress()}/segurancaDaConta` }
      for (const to of [old, email]) await postLetterWithin(work, { sender: accountSender, to, code: 'email-changed', params })
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
    await forgetEmailChange(q, userId)
    throw new ApiError(422, 'email-change.gone')
  }
  await markEmailProved(q, userId)
  await forgetEmailChange(q, userId)
  // Links that went to the old address open nothing any more.
  await q.query('DELETE FROM system.confirmations WHERE "userId" = $1', [userId])
  service.wakeMailWorker?.()
  await noteSecurityEvent(service, { kind: 'email-changed', userId, address })
}

async function storesOf(q: UnitOfWork['q'], memberships: string, userId: number): Promise<number[]> {
  const { rows } = await q.query<{ lojaId: string }>(`SELECT DISTINCT "lojaId" FROM ${memberships} WHERE "userId" = $1`, [userId])
  return rows.map(({ lojaId }) => Number(lojaId)).sort((one, other) => one - other)
}

interface Addresses {
  readonly old: string
  readonly email: string
}

/** The account itself. */
async function rename(work: UnitOfWork, register: Register, { old, email }: Addresses): Promise<void> {
  const table = tableOf(work.model, register.name)
  const { userId } = work.caller
  const { rows } = await work.q.query(`SELECT FROM ${table.sql} WHERE id = $1 AND lower(email) = $2 FOR UPDATE`, [userId, old])
  if (rows.length === 0) throw new ApiError(422, 'email-change.gone')
  await changeRecords(table, [userId], { email }, work, { history: true })
}

/** Its places in a store; an invitation to the new address that waits there is one to who is in it already. */
async function renameInStore(work: UnitOfWork, register: Register, store: number, email: string): Promise<void> {
  const table = tableOf(work.model, register.name)
  const { userId } = work.caller
  const { rows } = await work.q.query<{ id: string; waits: boolean }>(
    `SELECT id, "userId" IS NULL AS waits FROM ${table.sql}
     WHERE "lojaId" = $1 AND ("userId" = $2 OR "userId" IS NULL AND lower(email) = $3) ORDER BY id FOR UPDATE`,
    [store, userId, email],
  )
  const { there = [], waiting = [] } = Object.groupBy(rows, ({ waits }) => (waits ? 'waiting' : 'there'))
  const inStore = { ...work, caller: { ...work.caller, storeId: store } }
  if (waiting.length > 0) await removeRecords(idsOf(waiting), table, { ...inStore, byServer: true })
  await changeRecords(table, idsOf(there), { email }, inStore, { history: true })
}

const idsOf = (rows: readonly { readonly id: string }[]): number[] => rows.map(({ id }) => Number(id))
