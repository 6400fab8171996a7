import type { NumbersOf, Queries } from '../../../server/domain.ts'

/**
 * How much of each item of a note came back, or is about to: by the notes of return that stand, drafts too. `except` leaves one out.
 */
export async function readReturned(q: Queries, lojaId: number, chave: string, except = 0): Promise<ReadonlyMap<number, number>> {
  const { rows } = await q.query<{
    item: NonNullable<NumbersOf<'NFe_emissaos_itens', 'ref_item'>['ref_item']>
    quantidade: number
  }>(
    `SELECT i.ref_item::int AS item, sum(i.quantidade)::float8 AS quantidade FROM "NFe_emissaos" n
     JOIN "NFe_emissaos_itens" i ON i."lojaId" = n."lojaId" AND i."NFe_emissaosId" = n.id
     WHERE n."lojaId" = $1 AND n.finalidade = 4 AND n.situacao IN ('DIGITACAO', 'PROCESSAMENTO', 'AUTORIZADA') AND n.id <> $3
       AND i.ref_chave = $2 AND i.ref_item IS NOT NULL GROUP BY 1`,
    [lojaId, chave, except],
  )
  return new Map(rows.map(({ item, quantidade }) => [item, quantidade]))
}
