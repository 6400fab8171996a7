import type { Queries, RowOf } from '../../../server/domain.ts'
import type { BenefitTable } from '../core/public.ts'

/** A state's table of benefits on a day. */
export async function readBenefits(q: Queries, uf: string, day: string): Promise<BenefitTable> {
  const { rows } = await q.query<RowOf<'cbenefs', 'codigo' | 'cst'>>(
    `SELECT DISTINCT codigo, cst FROM cbenefs WHERE uf = $1 AND vigencia_inicio <= $2::date AND coalesce(vigencia_fim, $2::date) >= $2::date`,
    [uf, day],
  )
  return rows
}
