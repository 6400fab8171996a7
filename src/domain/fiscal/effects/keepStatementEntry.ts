import { type DataRow, type Effect, type RowOf, requireStore, type UnitOfWork, validationError } from '../../../server/domain.ts'

/** An entry of a marketplace's statement for an order names a sale of its channel, on that sale's day, and no more than it was worth. */
export const keepStatementEntry: Effect = {
  async before({ before, body, work }) {
    const entry: DataRow = { canal_venda: 'IFOOD', ...before, ...body }
    if (entry.por !== 'PEDIDO' || !(Number(entry.movimentoId) > 0)) return undefined
    const sale = await readSale(work, Number(entry.movimentoId), String(entry.canal_venda))
    if (!sale) throw validationError([{ path: 'movimentoId', code: 'statement.not-its-sale' }])
    if (Number(entry.valor) > sale.vale) throw validationError([{ path: 'valor', code: 'statement.above-sale' }])
    return { dia: sale.dia }
  },
}

interface SaleFacts extends RowOf<'Movimentos', 'id'> {
  readonly dia: string
  readonly vale: number
}

/** A paid sale of a marketplace that was not cancelled; undefined where there is none of this number. */
async function readSale({ q, caller }: UnitOfWork, movimentoId: number, canal: string): Promise<SaleFacts | undefined> {
  const { rows } = await q.query<SaleFacts>(
    `SELECT id, (contado_em AT TIME ZONE $4)::date::text AS dia, (total_bruto - total_desconto)::float8 AS vale FROM "Movimentos"
     WHERE "lojaId" = $1 AND id = $2 AND canal_venda = $3 AND "tipoMovimentoId" = 1 AND contado_em IS NOT NULL AND deletado_em IS NULL`,
    [requireStore(caller), movimentoId, canal, caller.zone],
  )
  return rows[0]
}
