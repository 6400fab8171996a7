import {
  type DataRow,
  type RecordOf,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
  writeOneRecord,
} from '../../../server/domain.ts'
import { isDelivered } from './isDelivered.ts'
import { billOrder, takeUnpaidBack } from './orderBills.ts'
import { takeGoodsBack } from './orderGoods.ts'

/** Demands an order that a supplier's note may deliver. @throws ApiError where the store has no such order, it sells, or it was rejected */
export function demandDeliverable(order: DataRow | undefined): void {
  if (order?.tipo !== 'COMPRA' || order.status === 'REJEITADO')
    throw validationError([{ path: 'pedidoId', code: 'received.order-unfit' }])
}

/** Reads what of an order is paid already, an exact amount in R$. */
export async function paidOfOrder(order: DataRow, { q, caller }: UnitOfWork): Promise<string> {
  const { rows } = await q.query<{ paid: string }>(
    `SELECT coalesce(sum(valor), 0)::text AS paid FROM "Conta" WHERE "lojaId" = $1 AND "pedidoId" = $2 AND pago`,
    [requireStore(caller), order.id],
  )
  return rows[0]?.paid ?? '0'
}

/**
 * Lets an entered note stand for its order, which is held: the goods and accounts are those of the note, so the order keeps none but what is paid. An order
 * that its notes deliver in full is concluded.
 */
export async function handOrderOver(order: DataRow, work: UnitOfWork): Promise<void> {
  await takeUnpaidBack(order, work)
  await takeGoodsBack(order, work)
  if (UNDERWAY.has(String(order.status)) && (await isWhole(order, work))) await setStatus(order, 'CONCLUIDO', work)
}

/**
 * Takes an order, which is held, back from a note whose entry was cancelled: it is approved and to be delivered again, with its accounts, unless another
 * note delivers it.
 */
export async function takeOrderBack(order: DataRow, work: UnitOfWork): Promise<void> {
  if (await isDelivered(order.id, work)) return
  if (order.status === 'CONCLUIDO') await setStatus(order, 'APROVADO', work)
  await billOrder(order, work)
}

const UNDERWAY: ReadonlySet<string> = new Set(['ENVIADO', 'APROVADO', 'EM TRANSITO'])

const setStatus = ({ id }: DataRow, status: RecordOf<'pedidos'>['status'], work: UnitOfWork) =>
  writeOneRecord({ id: Number(id), status }, tableOf(work.model, 'pedidos'), { ...work, byServer: true, isConsequence: true })

/** Tells whether the notes of an order have brought all of its goods. */
async function isWhole({ id }: DataRow, { q, caller }: UnitOfWork): Promise<boolean> {
  const { rows } = await q.query<{ whole: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM pedidos_itens o WHERE o."lojaId" = $1 AND o."pedidosId" = $2 GROUP BY o."produtoId"
       HAVING sum(o.quantidade) > coalesce((SELECT sum(i.estoque) FROM nfes n JOIN nfes_itens i ON i."lojaId" = $1 AND i."nfesId" = n.id
         WHERE n."lojaId" = $1 AND n."pedidoId" = $2 AND n.entrada AND i."produtoId" = o."produtoId"), 0)) AS whole`,
    [requireStore(caller), id],
  )
  return rows[0]?.whole === true
}
