import { recordsIn } from '../../../base/record.ts'
import {
  type DataRow,
  type Effect,
  removeRecords,
  type SavedRecord,
  type Table,
  tableOf,
  type UnitOfWork,
  writeRecords,
} from '../../../server/domain.ts'
import { billsOfOrder, refusePaidBills } from './orderBills.ts'
import { moveGoods, takeGoodsBack } from './orderGoods.ts'

const CONCLUDED = 'CONCLUIDO'

/** Tells whether the payments of an order are accounts while it is in that status. */
const isBilled = (status: unknown): boolean => status !== undefined && status !== 'DIGITACAO' && status !== 'REJEITADO'

/**
 * Books an order: its payments are accounts from the moment that it leaves the typing until it goes back or is rejected, which is refused once one of
 * them is paid; its goods are moved while it is concluded.
 */
export const settleOrder: Effect = {
  async after(saved) {
    const { before, record } = saved
    if (isBilled(before?.status) && !isBilled(record.status)) await takeBack(record, saved.work)
    if (!isBilled(before?.status) && isBilled(record.status)) await bill(saved)
    if (before?.status === CONCLUDED && record.status !== CONCLUDED) await takeGoodsBack(record, saved.work)
    if (before?.status !== CONCLUDED && record.status === CONCLUDED) await moveGoods(record, saved.work)
  },
  async remove({ before, work }) {
    await takeBack(before, work)
    if (before.status === CONCLUDED) await takeGoodsBack(before, work)
  },
}

async function takeBack(order: DataRow, work: UnitOfWork): Promise<void> {
  const bills = await billsOfOrder(order.id, work)
  refusePaidBills(bills)
  if (bills.length === 0) return
  const ids = bills.map(({ id }) => id)
  await removeRecords(ids, tableOf(work.model, 'Conta'), { ...work, byServer: true, isConsequence: true })
}

async function bill({ record, work }: SavedRecord): Promise<void> {
  // An undo brings the accounts back with their order.
  if ((await billsOfOrder(record.id, work)).length > 0) return
  const bills = recordsIn(record.contas).map(payment => ({
    tipo: record.tipo === 'COMPRA' ? 'PAGAR' : 'RECEBER',
    descricao: `Pedido ${record.id}`,
    vencimento: payment.vencimento,
    valor: payment.valor,
    parcela: payment.parcela,
    ocorrencias: payment.ocorrencias,
    classificacaoId: payment.classificacaoId,
    centroCustoId: payment.centroCustoId,
    parceiroId: payment.parceiroId ?? record.parceiroId,
    observacao: payment.observacao ?? null,
    pedidoId: record.id,
  }))
  const accounts: Table = tableOf(work.model, 'Conta')
  if (bills.length > 0) await writeRecords(bills, accounts, { ...work, byServer: true, isConsequence: true })
}
