import { ApiError, archivedYears, type Queries, type RowOf } from '../../../server/domain.ts'

/** A session whose sales left for an archive has no lines to be told by, and a sum of what is left would be wrong. */
export async function refuseArchivedSession(q: Queries, lojaId: number, id: number): Promise<void> {
  const years = await archivedYears(q, 'Movimentos', lojaId)
  if (years.length === 0) return
  const { rows } = await q.query<RowOf<'caixas', 'aberto_em' | 'fechado_em'>>(
    'SELECT aberto_em, fechado_em FROM caixas WHERE "lojaId" = $1 AND id = $2',
    [lojaId, id],
  )
  const moments = [rows[0]?.aberto_em, rows[0]?.fechado_em].flatMap(moment => (moment ? [new Date(moment).getTime()] : []))
  const left = years.find(({ from, until }) => moments.some(moment => moment >= from.getTime() && moment < until.getTime()))
  if (left) throw new ApiError(409, 'cash.archived', { year: left.year })
}
