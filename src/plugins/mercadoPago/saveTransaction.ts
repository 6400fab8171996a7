import { holdInStore, type NotificationStore, nextVersion, tableOf } from '../../server/plugin.ts'
import type { Transaction } from './transactions.ts'

const register = 'Mercado_Pago_Preference'

/** Makes the store's record of a transaction, or brings it up to date; what is older than the record changes nothing. */
export async function saveTransaction({ lojaId, model, write, publish }: NotificationStore, made: Transaction): Promise<void> {
  const table = tableOf(model, register).sql
  const { code, reference, origin, type, status, amount, madeAt, changedAt } = made
  const id = await write(async q => {
    // Two that tell of a new one wait for each other.
    await holdInStore(q, lojaId, `transaction ${code}`)
    const values = [lojaId, code, reference, origin, type, status, amount, changedAt]
    // Members that the order lacks stay as the payment had them.
    const changed = await q.query<{ id: string }>(
      `UPDATE ${table} SET external_reference = $3, origin = coalesce($4, origin), tipo = coalesce($5, tipo), status = $6, valor = $7::numeric,
         alterado_em = $8::timestamptz, ${nextVersion()}
       WHERE "lojaId" = $1 AND codigo = $2 AND (alterado_em IS NULL OR alterado_em <= $8::timestamptz) RETURNING id::text AS id`,
      values,
    )
    if (changed.rows[0]) return changed.rows[0].id
    const inserted = await q.query<{ id: string }>(
      `INSERT INTO ${table} ("lojaId", codigo, external_reference, origin, tipo, status, valor, alterado_em, "createdAt")
       SELECT $1, $2, $3, $4, $5, $6, $7::numeric, $8::timestamptz, $9::timestamptz
       WHERE NOT EXISTS (SELECT FROM ${table} WHERE "lojaId" = $1 AND codigo = $2) RETURNING id::text AS id`,
      [...values, madeAt],
    )
    return inserted.rows[0]?.id
  })
  if (id !== undefined) publish({ register, lojaId, ids: [id] })
}
