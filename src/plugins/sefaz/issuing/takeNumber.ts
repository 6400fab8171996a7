import { ApiError, nextVersion, type Queries, type RowOf } from '../../../server/plugin.ts'

/** The next number of an equipment's series, taken with the transaction that stores the note's bytes. Numbers that were voided are passed over. */
export async function takeNumber(q: Queries, lojaId: number, equipamentoId: number): Promise<{ serie: number; numero: number }> {
  for (;;) {
    const { rows } = await q.query<Taken>(
      `WITH e AS (
         UPDATE equipamentos SET "nfce_nNF" = coalesce("nfce_nNF", 0) + 1, ${nextVersion()}
         WHERE "lojaId" = $1 AND id = $2 AND nfce_serie IS NOT NULL RETURNING id, nfce_serie AS serie, "nfce_nNF" AS numero
       ) SELECT serie::int, numero::int,
         (SELECT o.nome FROM equipamentos o WHERE o."lojaId" = $1 AND o.id <> $2 AND o.nfce_serie = e.serie AND o.ativo LIMIT 1) AS other,
         EXISTS (SELECT FROM "NFCes" n WHERE n."lojaId" = $1 AND n.serie = e.serie AND n."nNF" = e.numero AND n.situacao = 'INUTILIZADA') AS voided
       FROM e`,
      [lojaId, equipamentoId],
    )
    const [taken] = rows
    if (!taken) return refuseEquipment(q, lojaId, equipamentoId)
    const { serie, numero, other, voided } = taken
    if (other !== null) throw new ApiError(400, 'nfce.series-shared', { other, serie })
    if (!voided) return { serie, numero }
  }
}

interface Taken {
  readonly serie: number
  readonly numero: number
  /** An equipment that counts in the same series. */
  readonly other: string | null
  readonly voided: boolean
}

async function refuseEquipment(q: Queries, lojaId: number, equipamentoId: number): Promise<never> {
  const { rows } = await q.query<RowOf<'equipamentos', 'nome'>>('SELECT nome FROM equipamentos WHERE "lojaId" = $1 AND id = $2', [
    lojaId,
    equipamentoId,
  ])
  const [equipment] = rows
  throw equipment ? new ApiError(400, 'nfce.series-missing', { equipment: equipment.nome }) : new ApiError(400, 'nfce.equipment')
}
