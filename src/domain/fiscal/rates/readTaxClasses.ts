import type { Queries, RowOf } from '../../../server/domain.ts'
import type { TaxClassRow } from '../core/public.ts'

/** Classes of IBS and CBS as the register has them: all, or these alone. */
export async function readTaxClassRows(q: Queries, classes: readonly string[] | null = null): Promise<readonly TaxClassRow[]> {
  const { rows } = await q.query<RowOf<'cclasstribs', 'id' | 'cst' | 'vigencia_inicio' | 'vigencia_fim'> & TaxClassRow>(
    `SELECT id, cst, coalesce(red_ibs, 0)::float8 AS red_ibs, coalesce(red_cbs, 0)::float8 AS red_cbs,
       nfe IS TRUE AS nfe, nfce IS TRUE AS nfce, vigencia_inicio, vigencia_fim FROM cclasstribs WHERE $1::text[] IS NULL OR id = ANY($1)`,
    [classes],
  )
  return rows
}
