import { requireStore, tableOf, type UnitOfWork, writeRecords } from '../../../server/domain.ts'
import type { Entry } from './readEntry.ts'
import { supplierOf } from './supplierOf.ts'

/** The accounts that an entered note becomes. The supplier is the partner with its CNPJ or CPF, made from the note where there is none. */
export async function billNote({ note, bills }: Entry, work: UnitOfWork): Promise<void> {
  const lojaId = requireStore(work.caller)
  const parceiroId = await supplierOf(lojaId, note, work)
  if (bills.length === 0) return
  const records = bills.map((bill, at) => ({
    tipo: 'PAGAR' as const,
    descricao: `NF-e ${Number(note.chNFe.slice(25, 34))} ${note.xNome}`.slice(0, 255),
    vencimento: bill.vencimento,
    valor: Number(bill.valor),
    parcela: at + 1,
    ocorrencias: bills.length,
    classificacaoId: bill.classificacaoId ?? undefined,
    centroCustoId: bill.centroCustoId ?? undefined,
    parceiroId,
    observacao: bill.observacao ?? null,
    nfeId: note.id,
  }))
  await writeRecords(records, tableOf(work.model, 'Conta'), { ...work, byServer: true, isConsequence: true })
}
