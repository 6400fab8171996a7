import { recordsIn } from '../../../base/record.ts'
import {
  ApiError,
  type DataRow,
  type RowOf,
  removeRecords,
  requireStore,
  type Table,
  tableOf,
  type UnitOfWork,
  writeRecords,
} from '../../../server/domain.ts'
import { isDelivered } from './isDelivered.ts'

/** An account that an order has become. */
type OrderBill = RowOf<'Conta', 'pago' | 'parcela'> & { readonly id: number }

/** The accounts of an order, held until the transaction ends: nobody pays one while the order goes back. */
async function billsOfOrder(orderId: unknown, { q, caller }: UnitOfWork): Promise<readonly OrderBill[]> {
  const { rows } = await q.query<RowOf<'Conta', 'id' | 'pago' | 'parcela'>>(
    'SELECT id, pago, parcela FROM "Conta" WHERE "lojaId" = $1 AND "pedidoId" = $2 ORDER BY id FOR UPDATE',
    [requireStore(caller), orderId],
  )
  return rows.map(row => ({ ...row, id: Number(row.id) }))
}

/** Tells whether the payments of an order are accounts while it is in that status. */
export const isBilled = (status: unknown): boolean => status !== undefined && status !== 'DIGITACAO' && status !== 'REJEITADO'

/** Makes accounts of the payments of an order that have none, unless a note delivers the order: then the accounts are the note's. */
export async function billOrder(order: DataRow, work: UnitOfWork): Promise<void> {
  if (!isBilled(order.status) || (await isDelivered(order.id, work))) return
  // An undo brings the accounts back with their order.
  const standing = new Set((await billsOfOrder(order.id, work)).map(({ parcela }) => Number(parcela)))
  const missing = recordsIn(order.contas).filter(({ parcela }) => !standing.has(Number(parcela)))
  const bills = missing.map(payment => ({
    tipo: order.tipo === 'COMPRA' ? 'PAGAR' : 'RECEBER',
    descricao: `Pedido ${order.id}`,
    vencimento: payment.vencimento,
    valor: payment.valor,
    parcela: payment.parcela,
    ocorrencias: payment.ocorrencias,
    classificacaoId: payment.classificacaoId,
    centroCustoId: payment.centroCustoId,
    parceiroId: payment.parceiroId ?? order.parceiroId,
    observacao: payment.observacao ?? null,
    pedidoId: order.id,
  }))
  const accounts: Table = tableOf(work.model, 'Conta')
  if (bills.length > 0) await writeRecords(bills, accounts, { ...work, byServer: true, isConsequence: true })
}

/** Removes the accounts of an order. @throws ApiError where one is paid */
export async function takeBillsBack(order: DataRow, work: UnitOfWork): Promise<void> {
  const bills = await billsOfOrder(order.id, work)
  if (bills.some(({ pago }) => pago)) throw new ApiError(422, 'order.bills-paid')
  await removeBills(bills, work)
}

/** Removes the accounts of an order that nobody has paid. */
export const takeUnpaidBack = async (order: DataRow, work: UnitOfWork): Promise<void> =>
  removeBills(
    (await billsOfOrder(order.id, work)).filter(({ pago }) => !pago),
    work,
  )

async function removeBills(bills: readonly OrderBill[], work: UnitOfWork): Promise<void> {
  if (bills.length === 0) return
  const ids = bills.map(({ id }) => id)
  await removeRecords(ids, tableOf(work.model, 'Conta'), { ...work, byServer: true, isConsequence: true })
}
