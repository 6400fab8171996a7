import type { Queries } from '../../../server/domain.ts'
import type { SourceName } from './readNoteSource.ts'

/** Holds the sale or the invoice that a note is made of until the transaction ends: two who ask at once wait for each other. */
export async function holdSource(q: Queries, lojaId: number, { movimentoId, nfceId, nfeId }: SourceName): Promise<void> {
  if (nfeId) await q.query('SELECT 1 FROM "NFe_emissaos" WHERE "lojaId" = $1 AND id = $2 FOR UPDATE', [lojaId, nfeId])
  else
    await q.query(
      `SELECT 1 FROM "Movimentos" WHERE "lojaId" = $1 AND id = coalesce((SELECT n."movimentoId" FROM "NFCes" n WHERE n."lojaId" = $1 AND n.id = $2), $3) FOR UPDATE`,
      [lojaId, nfceId ?? null, movimentoId ?? null],
    )
}
