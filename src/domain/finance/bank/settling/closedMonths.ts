import type { Queries, RowOf } from '../../../../server/domain.ts'

/** Those months of these days that are closed, as people write them: 11/2026. What is noted in them is to be told to the accountant. */
export async function closedMonths(q: Queries, lojaId: number, days: readonly string[]): Promise<readonly string[]> {
  const months = [...new Set(days.map(day => day.slice(0, 7)))]
  const { rows } = await q.query<RowOf<'Contador_arquivo', 'anoMesReferencia'>>(
    `SELECT "anoMesReferencia" FROM "Contador_arquivo" WHERE "lojaId" = $1 AND fechado_em IS NOT NULL AND "anoMesReferencia" = ANY ($2) ORDER BY 1`,
    [lojaId, months],
  )
  return rows.map(({ anoMesReferencia: month }) => `${month.slice(5)}/${month.slice(0, 4)}`)
}
