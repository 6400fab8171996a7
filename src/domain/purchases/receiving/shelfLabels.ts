import type { ColumnOf, Queries } from '../../../server/domain.ts'

/** The label of a product on a shelf. */
export interface ShelfLabel {
  readonly nome: ColumnOf<'produtos', 'desc_prod'>
  readonly preco: string
  readonly unidade: ColumnOf<'unidades', 'nome'> | null
  /** The code for a scanner: the bar code, else the code. */
  readonly codigo: string
}

/** Labels that a note asks for: products that are new with it, or whose price it changed; where it did neither, all of its products. */
export async function shelfLabels(q: Queries, lojaId: number, nfeId: number): Promise<ShelfLabel[]> {
  const { rows } = await q.query<ShelfLabel & { mudou: boolean } & Record<string, unknown>>(
    `SELECT p.desc_prod AS nome, coalesce(p.preco_vnd_prod, 0)::text AS preco, u.nome AS unidade, coalesce(p.cod_aux, p.cod_prod::text) AS codigo,
       bool_or(coalesce(i.etiqueta, false)) AS mudou
     FROM nfes_itens i JOIN produtos p ON p."lojaId" = i."lojaId" AND p.id = i."produtoId"
     LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId"
     WHERE i."lojaId" = $1 AND i."nfesId" = $2 GROUP BY p.id, p.desc_prod, p.preco_vnd_prod, u.nome, p.cod_aux, p.cod_prod ORDER BY min(i."nItem")`,
    [lojaId, nfeId],
  )
  const changed = rows.filter(({ mudou }) => mudou)
  return (changed.length > 0 ? changed : rows).map(({ nome, preco, unidade, codigo }) => ({ nome, preco, unidade, codigo }))
}
