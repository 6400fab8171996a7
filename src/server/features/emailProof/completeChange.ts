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
import { NO_STORE, type UnitOfWork, withUnitOfWork } from '../../write/unitOfWork.ts'
import { writeHistory } from '../../write/writeHistory.ts'
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
  const { rows } = await work.q.query<{ version: number }>(
    `UPDATE ${table.sql} SET email = $1, version = version + 1, "updatedAt" = now() WHERE id = $2 AND lower(email) = $3 RETURNING version`,
    [email, userId, old],
  )
  const [row] = rows
  if (!row) throw new ApiError(422, 'email-change.gone')
  note(work, register, { lojaId: null, id: userId, version: Number(row.version), before: old, email })
}

/** Its places in a store; an invitation to the new address that waits there is one to who is in it already. */
async function renameInStore(work: UnitOfWork, register: Register, store: number, email: string): Promise<void> {
  const table = tableOf(work.model, register.name)
  const { q, caller } = work
  const removed = await q.query<{ id: string }>(
    `DELETE FROM ${table.sql} WHERE "lojaId" = $1 AND lower(email) = $2 AND "userId" IS NULL RETURNING id`,
    [store, email],
  )
  for (const { id } of removed.rows) {
    const record = { email }
    writeHistory([{ table, lojaId: store, id, deed: 'excluir', before: record, after: null, record }], work)
    work.changes.push({ register, lojaId: store, id: String(id) })
  }
  const { rows } = await q.query<{ id: string; version: number }>(
    `UPDATE ${table.sql} SET email = $1, version = version + 1, "updatedAt" = now() WHERE "lojaId" = $2 AND "userId" = $3
     RETURNING id, version`,
    [email, store, caller.userId],
  )
  for (const { id, version } of rows)
    note(work, register, { lojaId: store, id, version: Number(version), before: normalizeEmail(caller.email), email })
}

interface Renamed {
  readonly lojaId: number | null
  readonly id: unknown
  readonly version: number
  readonly before: string
  readonly email: string
}

function note(work: UnitOfWork, register: Register, { lojaId, id, version, before, email }: Renamed): void {
  const table = tableOf(work.model, register.name)
  const states = { before: { email: before, version: version - 1 }, after: { email, version } }
  writeHistory([{ table, lojaId, id, deed: 'alterar', ...states, record: { email } }], work)
  work.changes.push({ register, lojaId, id: String(id) })
}
