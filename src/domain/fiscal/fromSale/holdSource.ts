import { lockRows, type NumbersOf, type Queries } from '../../../server/domain.ts'
import type { SourceName } from './readNoteSource.ts'

/** Holds the sale or the invoice that a note is made of until the transaction ends: two who ask at once wait for each other. */
export async function holdSource(q: Queries, lojaId: number, { movimentoId, nfceId, nfeId }: SourceName): Promise<void> {
  if (nfeId) {
    await lockRows(q, 'NFe_emissaos', lojaId, [nfeId])
    return
  }
  const sale = (nfceId ? await saleOfNote(q, lojaId, nfceId) : null) ?? movimentoId
  if (sale) await lockRows(q, 'Movimentos', lojaId, [sale])
}

async function saleOfNote(q: Queries, lojaId: number, nfceId: number): Promise<number | null> {
  const { rows } = await q.query<NumbersOf<'NFCes', 'movimentoId'>>(
    'SELECT "movimentoId"::float8 FROM "NFCes" WHERE "lojaId" = $1 AND id = $2',
    [lojaId, nfceId],
  )
  return rows[0]?.movimentoId ?? null
}
