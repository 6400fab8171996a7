import {
  type DataRow,
  lockRecords,
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

const readOrder = async (id: number, work: UnitOfWork): Promise<DataRow | undefined> =>
  (await lockRecords<DataRow>(tableOf(work.model, 'pedidos'), [id], work, 'all'))[0]

/**
 * Holds the purchase order that a supplier's note delivers until the transaction ends. Gives what of it is paid already, an exact amount in R$.
 * @throws ApiError where the store has no such order, it sells, or it was rejected
 */
export async function holdDeliveredOrder(id: number, work: UnitOfWork): Promise<string> {
  const order = await readOrder(id, work)
  if (order?.tipo !== 'COMPRA' || order.status === 'REJEITADO')
    throw validationError([{ path: 'pedidoId', code: 'received.order-unfit' }])
  const { rows } = await work.q.query<{ paid: string }>(
    `SELECT coalesce(sum(valor), 0)::text AS paid FROM "Conta" WHERE "lojaId" = $1 AND "pedidoId" = $2 AND pago`,
    [requireStore(work.caller), id],
  )
  return rows[0]?.paid ?? '0'
}

/**
 * Lets an entered note stand for its order: the goods and accounts are those of the note, so the order keeps none but what is paid. An order that its notes
 * deliver in full is concluded.
 */
export async function handOrderOver(id: number, work: UnitOfWork): Promise<void> {
  const order = await readOrder(id, work)
  if (!order) return
  await takeUnpaidBack(order, work)
  await takeGoodsBack(order, work)
  if (UNDERWAY.has(String(order.status)) && (await isWhole(id, work))) await setStatus(id, 'CONCLUIDO', work)
}

/** Holds an order, if it is there, before its notes are held. */
export const holdOrder = async (id: number, work: UnitOfWork): Promise<void> => void (await readOrder(id, work))

/** Takes an order back from a note whose entry was cancelled: it is approved and to be delivered again, with its accounts, unless another note delivers it. */
export async function takeOrderBack(id: number, work: UnitOfWork): Promise<void> {
  const order = await readOrder(id, work)
  if (!order || (await isDelivered(id, work))) return
  if (order.status === 'CONCLUIDO') await setStatus(id, 'APROVADO', work)
  await billOrder(order, work)
}

const UNDERWAY: ReadonlySet<string> = new Set(['ENVIADO', 'APROVADO', 'EM TRANSITO'])

const setStatus = (id: number, status: RecordOf<'pedidos'>['status'], work: UnitOfWork) =>
  writeOneRecord({ id, status }, tableOf(work.model, 'pedidos'), { ...work, byServer: true, isConsequence: true })

/** Tells whether the notes of an order have brought all of its goods. */
async function isWhole(id: number, { q, caller }: UnitOfWork): Promise<boolean> {
  const { rows } = await q.query<{ whole: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM pedidos_itens o WHERE o."lojaId" = $1 AND o."pedidosId" = $2 GROUP BY o."produtoId"
       HAVING sum(o.quantidade) > coalesce((SELECT sum(i.estoque) FROM nfes n JOIN nfes_itens i ON i."lojaId" = $1 AND i."nfesId" = n.id
         WHERE n."lojaId" = $1 AND n."pedidoId" = $2 AND n.entrada AND i."produtoId" = o."produtoId"), 0)) AS whole`,
    [requireStore(caller), id],
  )
  return rows[0]?.whole === true
}
