import { ApiError, type DataRow, type NumbersOf, type Queries, validationError } from '../../../server/domain.ts'
import { draftText, numberIn, stays } from '../core/public.ts'
import { readNoteSource } from './readNoteSource.ts'
import { readReturned } from './readReturned.ts'

/**
 * More of an item may not come back than left by the note, all notes of return taken together; two that are saved at once wait for each other. Notes
 * that this store does not know are nobody's matter here.
 */
export async function refuseExcessReturn(q: Queries, lojaId: number, nfeId: number, rows: readonly DataRow[]): Promise<void> {
  const returning = rows.flatMap((row, at) =>
    stays(row) && draftText(row.ref_chave) !== '' && numberIn(row.ref_item) > 0 ? [{ row, at }] : [],
  )
  for (const chave of new Set(returning.map(({ row }) => draftText(row.ref_chave)))) {
    const left = await leftBy(q, lojaId, chave)
    if (!left) continue
    const sums = new Map(await readReturned(q, lojaId, chave, nfeId))
    for (const { row, at } of returning) {
      if (row.ref_chave !== chave) continue
      const item = numberIn(row.ref_item)
      const quantity = (sums.get(item) ?? 0) + numberIn(row.quantidade)
      sums.set(item, quantity)
      const sold = left.get(item) ?? 0
      if (quantity > sold + 0.00005)
        throw validationError([
          {
            path: `itens.${at}.quantidade`,
            code: 'nfe.return-excess',
            params: { product: draftText(row.descricao), sold: brazilian(sold) },
          },
        ])
    }
  }
}

const brazilian = (value: number): string => `${value}`.replace('.', ',')

/** Quantities of a note's items, the note held until the transaction ends; undefined where the store has no such note. */
async function leftBy(q: Queries, lojaId: number, chave: string): Promise<ReadonlyMap<number, number> | undefined> {
  const nfce = await q.query<NumbersOf<'NFCes', 'id'>>(
    `SELECT id::float8 FROM "NFCes" WHERE "lojaId" = $1 AND "chNFe" = $2 AND situacao = 'AUTORIZADA' FOR UPDATE`,
    [lojaId, chave],
  )
  const nfe = nfce.rows[0]
    ? undefined
    : await q.query<NumbersOf<'NFe_emissaos', 'id'>>(
        `SELECT id::float8 FROM "NFe_emissaos" WHERE "lojaId" = $1 AND chave = $2 AND situacao = 'AUTORIZADA' FOR UPDATE`,
        [lojaId, chave],
      )
  const name = nfce.rows[0] ? { nfceId: nfce.rows[0].id } : nfe?.rows[0] ? { nfeId: nfe.rows[0].id } : undefined
  if (!name) return undefined
  try {
    const source = await readNoteSource(q, lojaId, name)
    return source.nota?.chave === chave ? new Map(source.linhas.map(({ item, quantidade }) => [item, quantidade])) : undefined
  } catch (error) {
    // A sale of an archived year: its rows are no more.
    if (error instanceof ApiError) return undefined
    throw error
  }
}
