import { ApiError, changeRecords, hasRow, type Queries, type RowOf, tableOf, type UnitOfWork } from '../../../server/domain.ts'
import type { PackedItem } from '../../fiscal/public.ts'

/** An item of a note, as it stands. */
export interface OpenItem extends PackedItem {
  readonly id: number
  readonly nfeId: number
  readonly cProd: string | null
  readonly NCM: string | null
  readonly CEST: string | null
  readonly fator: string
  readonly fator_de: 'ENTRADA' | 'NOTA' | 'NOME' | null
  readonly valor_custo: string
  readonly venda: string | null
  /** Null as well where the product is gone. */
  readonly produtoId: number | null
}

const columns = `i.id::float8, i."nfesId"::float8 AS "nfeId", coalesce(i."xProd", '') AS "xProd", i."cProd", i."cEAN", i."cEANTrib", i."NCM", i."CEST", i."uCom", i."qCom"::text,
  i."uTrib", i."qTrib"::text, coalesce(i.fator, 1)::text AS fator, i.fator_de, coalesce(i.valor_custo, i."vProdTotal")::text AS valor_custo,
  i.venda::text, p.id::float8 AS "produtoId"`
const from = `FROM nfes_itens i LEFT JOIN produtos p ON p."lojaId" = i."lojaId" AND p.id = i."produtoId"`

/** The items of a note of the store. @throws ApiError 404 */
export async function itemsOfNote(q: Queries, lojaId: number, nfeId: number): Promise<OpenItem[]> {
  if (!(await hasRow(q, 'nfes', { lojaId, id: nfeId }))) throw new ApiError(404, 'not-found')
  const { rows } = await q.query<OpenItem & Record<string, unknown>>(
    `SELECT ${columns} ${from} WHERE i."lojaId" = $1 AND i."nfesId" = $2 ORDER BY i."nItem", i.id`,
    [lojaId, nfeId],
  )
  return rows
}

/** Items by their ids, held with their note, which is one and not entered yet: what a call may still prepare. @throws ApiError */
export async function holdOpenItems(q: Queries, lojaId: number, ids: readonly number[]): Promise<ReadonlyMap<number, OpenItem>> {
  const { rows: notes } = await q.query<RowOf<'nfes', 'id'> & { entrada: boolean }>(
    `SELECT id, coalesce(entrada, false) AS entrada FROM nfes WHERE "lojaId" = $1 AND id IN
       (SELECT "nfesId" FROM nfes_itens WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])) ORDER BY id FOR UPDATE`,
    [lojaId, ids],
  )
  const { rows } = await q.query<OpenItem & Record<string, unknown>>(
    `SELECT ${columns} ${from} WHERE i."lojaId" = $1 AND i.id = ANY ($2::bigint[]) ORDER BY i."nItem", i.id FOR UPDATE OF i`,
    [lojaId, ids],
  )
  if (notes.length !== 1 || rows.length !== new Set(ids).size) throw new ApiError(404, 'not-found')
  if (notes[0]?.entrada) throw new ApiError(422, 'received.entered-locked')
  return new Map(rows.map(row => [row.id, row]))
}

/** Marks a note as changed, for whoever has it open. */
export const touchNote = (id: number, work: UnitOfWork): Promise<void> =>
  changeRecords(tableOf(work.model, 'nfes'), [id], {}, work, { history: false })
