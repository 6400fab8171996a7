import type { UnexpectedAnswer } from '../../../base/unexpectedAnswer.ts'
import { holdInStore, nextVersion, type Queries, type RowOf, tableOf } from '../../../server/plugin.ts'
import { acceptedFields, failureFields, hasSame } from '../installationState.ts'
import type { PaymentOrder } from './contract.ts'
import type { Pagarme } from './pagarme.ts'
import { type InstalledStone, installedStone, pagarmeInstallations, type StoreContext } from './storeContext.ts'

/** Register of the payments. */
export const paymentRegister = 'ConnectStone'

/** Cents as the decimal that the column takes. */
const reais = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Writes how orders stand; an answer that was given before the one that is stored changes nothing. Tells how many were written. */
export async function storeOrders(context: StoreContext, orders: readonly PaymentOrder[]): Promise<number> {
  const { lojaId, model, write, publish } = context
  if (orders.length === 0) return 0
  const { sql } = tableOf(model, paymentRegister)
  const ids = await write(async q => {
    // Another bringer of the same order waits, and finds it.
    await holdInStore(q, lojaId, 'connect-stone')
    const written: string[] = []
    for (const order of orders) written.push(...(await storeOrder(q, sql, lojaId, order)))
    return written
  })
  if (ids.length > 0) publish({ register: paymentRegister, lojaId, ids })
  return ids.length
}

async function storeOrder(q: Queries, sql: string, lojaId: number, order: PaymentOrder): Promise<string[]> {
  const { id, code, status, cents, kind, terminal, createdAt, updatedAt } = order
  const values = [lojaId, id, code || null, status, reais(cents), kind || null, terminal || null, createdAt, updatedAt]
  const known = await q.query<RowOf<'ConnectStone', 'id'> & { due: boolean }>(
    `SELECT id::text AS id, atualizado_em IS NULL OR atualizado_em < $3::timestamptz OR (atualizado_em = $3::timestamptz AND status <> $4) AS due
     FROM ${sql} WHERE "lojaId" = $1 AND pedido = $2`,
    [lojaId, id, updatedAt, status],
  )
  const [found] = known.rows
  if (found && !found.due) return []
  const { rows } = found
    ? await q.query<RowOf<'ConnectStone', 'id'>>(
        `UPDATE ${sql} SET codigo = $3, status = $4, valor = $5::numeric, tipo = $6, "terminalSN" = $7, "createdAt" = $8, atualizado_em = $9,
           ${nextVersion()} WHERE "lojaId" = $1 AND pedido = $2 RETURNING id::text AS id`,
        values,
      )
    : await q.query<RowOf<'ConnectStone', 'id'>>(
        `INSERT INTO ${sql} ("lojaId", pedido, codigo, status, valor, tipo, "terminalSN", "createdAt", atualizado_em)
         VALUES ($1, $2, $3, $4, $5::numeric, $6, $7, $8, $9) RETURNING id::text AS id`,
        values,
      )
  return rows.map(row => row.id)
}

/** Asks the provider how an order stands, and writes that. What names none, and a store that has uninstalled the provider, asks nothing. */
export async function bringOrder(
  pagarme: Pagarme,
  context: StoreContext,
  named: { order?: string; charge?: string },
): Promise<void> {
  if (named.order === undefined && named.charge === undefined) return
  const installed = await installedStone(context)
  if (!installed) return
  const { secretKey: key } = installed
  await keepingState(context, installed, async () => {
    const id = named.order ?? (named.charge === undefined ? undefined : await pagarme.orderOfCharge(key, named.charge))
    if (id !== undefined) await storeOrders(context, [await pagarme.order(key, id)])
  })
}

/** Pages that are read at most in one go. */
const mostPages = 100

/** Brings all orders made since a moment. Tells how many were new or had changed; throws at the end where some could not be read. */
export async function bringOrders(
  pagarme: Pagarme,
  context: StoreContext,
  installed: InstalledStone,
  since: Date,
): Promise<number> {
  let written = 0
  let unread: UnexpectedAnswer | undefined
  await keepingState(context, installed, async () => {
    for (let page = 1; page <= mostPages; page += 1) {
      const { orders, unsound, more } = await pagarme.orders(installed.secretKey, since, page)
      unread ??= unsound
      written += await storeOrders(context, orders)
      if (!more) return
    }
  })
  if (unread) throw unread
  return written
}

/** Runs it; where the provider refuses the key, the installation says so from then on, until it is accepted again. */
async function keepingState(context: StoreContext, installed: InstalledStone, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    await writeState(context, installed, failureFields(installed, error))
    throw error
  }
  await writeState(context, installed, acceptedFields(installed))
}

async function writeState(
  context: StoreContext,
  installed: InstalledStone,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return
  const installations = pagarmeInstallations(context)
  await context.write(async q => {
    const now = await installations.read(q, context.lojaId, true)
    if (hasSame(['secretKey'], installed, now)) await installations.write(q, context.lojaId, fields)
  })
  installations.tell(context.lojaId)
}
