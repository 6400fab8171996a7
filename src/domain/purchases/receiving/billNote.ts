import { requireStore, saveRecords, tableOf, type UnitOfWork } from '../../../server/domain.ts'
import type { Entry } from './readEntry.ts'

/** The accounts that an entered note becomes. The supplier is told by its CNPJ or CPF where it is a partner of the store. */
export async function billNote({ note, bills }: Entry, work: UnitOfWork): Promise<void> {
  if (bills.length === 0) return
  const lojaId = requireStore(work.caller)
  const { rows } = await work.q.query<{ id: string }>(
    'SELECT id FROM parceiros WHERE "lojaId" = $1 AND cnpj = $2 ORDER BY id LIMIT 1',
    [lojaId, note.CNPJ],
  )
  const parceiroId = rows[0] ? Number(rows[0].id) : null
  const records = bills.map((bill, at) => ({
    tipo: 'PAGAR',
    descricao: `NF-e ${Number(note.chNFe.slice(25, 34))} ${note.xNome}`.slice(0, 255),
    vencimento: bill.vencimento,
    valor: Number(bill.valor),
    parcela: at + 1,
    ocorrencias: bills.length,
    classificacaoId: bill.classificacaoId,
    centroCustoId: bill.centroCustoId,
    parceiroId,
    observacao: bill.observacao ?? null,
    nfeId: note.id,
  }))
  await saveRecords(records, tableOf(work.model, 'Conta'), { ...work, byServer: true, isConsequence: true }, true, true)
}
