import { dayOf } from '../../base/dates.ts'
import { changeRecords, removeRecords, tableOf, type UnitOfWork, writeOneRecord } from '../../server/domain.ts'
import { recordReturnedGoods, removeStockEntries } from '../stock/public.ts'
import type { ReturnNote } from './readReturnNote.ts'

/** The fields of a note's record that tell what came of it. */
interface ReturnMark {
  estoque_em?: string | null
  reembolso_contaId?: number | null
}

const sourceOf = ({ id }: ReturnNote) => ({ register: 'NFe_emissaos', id })

/** Goods come back to stock and the customer gets the money, as was chosen for the note; done once, however often it is called. */
export async function bringBack(note: ReturnNote, work: UnitOfWork): Promise<void> {
  const { lojaId, authorised, sold, lines, toStock, stockedAt, refund, contaId, total } = note
  const done: ReturnMark = {}
  if (toStock && stockedAt === null && lines.length > 0) {
    await recordReturnedGoods(work.q, { lojaId, source: sourceOf(note), moment: authorised, soldAt: sold, lines })
    done.estoque_em = authorised
  }
  if ((refund === 'A_PAGAR' || refund === 'PAGO') && contaId === null && total > 0)
    done.reembolso_contaId = await refundBill(note, work)
  await keep(note, done, work)
}

/** The bill of the note's total, to be paid to who gave the goods back, or paid already. */
async function refundBill(note: ReturnNote, work: UnitOfWork): Promise<number> {
  const day = dayOf(note.authorised, work.caller.zone)
  const bill = {
    tipo: 'PAGAR' as const,
    descricao: `Devolução de venda, NF-e ${note.numero}`,
    vencimento: day,
    valor: note.total,
    parceiroId: note.parceiroId,
    classificacaoId: note.classificacaoId ?? undefined,
    centroCustoId: note.centroCustoId ?? undefined,
    ...(note.refund === 'PAGO' ? { pago: true, pagamento: day } : {}),
  }
  const saved = await writeOneRecord(bill, tableOf(work.model, 'Conta'), { ...work, byServer: true, isConsequence: true })
  return Number(saved.id)
}

/** Takes both back: the goods leave again, and the bill goes, but one that was paid since or that the bank's statement has. */
export async function takeBack(note: ReturnNote, work: UnitOfWork): Promise<void> {
  const undone: ReturnMark = {}
  if (note.stockedAt !== null) {
    await removeStockEntries(work.q, note.lojaId, sourceOf(note))
    undone.estoque_em = null
  }
  if (note.contaId !== null && (await isAsMade(note, work))) undone.reembolso_contaId = null
  // The note lets the bill go first, which refers to it.
  await keep(note, undone, work)
  if (note.contaId !== null && undone.reembolso_contaId === null)
    await removeRecords([note.contaId], tableOf(work.model, 'Conta'), { ...work, byServer: true, isConsequence: true })
}

async function isAsMade({ lojaId, contaId, refund }: ReturnNote, { q }: UnitOfWork): Promise<boolean> {
  const { rows } = await q.query<{ pago: boolean; held: boolean }>(
    `SELECT c.pago IS TRUE AS pago, c."extratoId" IS NOT NULL OR EXISTS (SELECT FROM "Conta_extratos" e WHERE e."lojaId" = $1 AND e."contaId" = c.id) AS held
     FROM "Conta" c WHERE c."lojaId" = $1 AND c.id = $2 FOR UPDATE OF c`,
    [lojaId, contaId],
  )
  const [bill] = rows
  return bill !== undefined && !bill.held && bill.pago === (refund === 'PAGO')
}

/** Writes what came of the note into its record and its history: nobody takes it back but with the note. */
async function keep(note: ReturnNote, change: ReturnMark, work: UnitOfWork): Promise<void> {
  if (Object.keys(change).length > 0)
    await changeRecords(
      tableOf(work.model, 'NFe_emissaos'),
      [note.id],
      change,
      { ...work, isConsequence: true },
      { history: true },
    )
}
