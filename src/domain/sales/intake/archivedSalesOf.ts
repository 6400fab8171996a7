import { archivedYears, holdYears, type Queries, type RowOf } from '../../../server/domain.ts'
import type { Sale } from './sale.ts'
import { saleKey } from './writeSales.ts'

/** No year leaves before it is over for a whole one: what is younger is not asked about. */
const YOUNGEST = 365 * 86_400_000

/**
 * Those that come for a year that left for an archive, and do not stand: whether they were there before cannot be told any more. With the year of
 * each. No year leaves before the transaction at hand ends, and of those that are leaving none that stands is taken.
 */
export async function archivedSalesOf(
  q: Queries,
  lojaId: number,
  sales: readonly Sale[],
  now: number,
): Promise<ReadonlyMap<Sale, number>> {
  const old = sales.filter(sale => momentsOf(sale).some(moment => moment < now - YOUNGEST))
  if (old.length === 0) return new Map()
  await holdYears(q, 'Movimentos', lojaId)
  const years = await archivedYears(q, 'Movimentos', lojaId)
  const yearOf = (sale: Sale): number | undefined =>
    years.find(({ from, until }) => momentsOf(sale).some(moment => moment >= from.getTime() && moment < until.getTime()))?.year
  const left = old.filter(sale => yearOf(sale) !== undefined)
  if (left.length === 0) return new Map()
  const { rows } = await q.query<RowOf<'Movimentos', 'equipamentoId' | 'chave'>>(
    `SELECT "equipamentoId", chave FROM "Movimentos"
     WHERE "lojaId" = $1 AND ("equipamentoId", chave) IN (SELECT * FROM unnest($2::bigint[], $3::text[])) ORDER BY id FOR UPDATE`,
    [lojaId, left.map(sale => sale.equipamentoId), left.map(sale => sale.chave)],
  )
  const standing = new Set(rows.map(row => saleKey({ equipamentoId: Number(row.equipamentoId), chave: row.chave })))
  return new Map(left.flatMap(sale => (standing.has(saleKey(sale)) ? [] : [[sale, yearOf(sale) ?? 0] as const])))
}

/** One that is still open counts by none of its moments, and may be an old state of one that left. */
const momentsOf = ({ contado_em, fechado_em, aberto_em }: Sale): number[] =>
  [contado_em, fechado_em, aberto_em].flatMap(moment => (moment === null ? [] : [Date.parse(moment)]))
