import type { ColumnOf, Queries, RowOf } from '../../../server/domain.ts'

/**
 * Writes down what the counted values of these sessions add up to, as the definition computes it when a record is saved: whoever
 * writes values past that gate says so here. A currency that lacks money is not made good by one that has too much.
 */
export async function keepTotals(q: Queries, lojaId: number, sessions: readonly number[]): Promise<void> {
  if (sessions.length > 0) await q.query(KEEP, [lojaId, [...new Set(sessions)]])
}

type Total = `total_${'contabilizado' | 'informado' | 'corrigido' | 'diferenca' | 'falta' | 'sobra'}` | 'divergencia'

// In the order of the statement.
const totals: readonly (keyof RowOf<'caixas', Total>)[] = [
  'total_contabilizado',
  'total_informado',
  'total_corrigido',
  'total_diferenca',
  'total_falta',
  'total_sobra',
  'divergencia',
]

const found = { none: 'SEM', less: 'FALTA', more: 'SOBRA', both: 'FALTA_SOBRA' } satisfies Readonly<
  Record<string, ColumnOf<'caixas', 'divergencia'>>
>

const KEEP = `UPDATE caixas c SET (${totals.join(', ')}) = ROW(s.contabilizado, s.informado, s.corrigido, s.corrigido - s.contabilizado, s.falta, s.sobra, s.divergencia)
  FROM (
    SELECT t.*, CASE WHEN valores = 0 THEN NULL WHEN falta > 0 AND sobra > 0 THEN '${found.both}'
      WHEN falta > 0 THEN '${found.less}' WHEN sobra > 0 THEN '${found.more}' ELSE '${found.none}' END AS divergencia
    FROM (
      SELECT x.id, count(v.id) AS valores, coalesce(sum(v.valor_contabilizado), 0) AS contabilizado,
        coalesce(sum(v.valor_informado), 0) AS informado, coalesce(sum(v.valor_corrigido), 0) AS corrigido,
        coalesce(sum(greatest(coalesce(v.valor_contabilizado, 0) - coalesce(v.valor_corrigido, 0), 0)), 0) AS falta,
        coalesce(sum(greatest(coalesce(v.valor_corrigido, 0) - coalesce(v.valor_contabilizado, 0), 0)), 0) AS sobra
      FROM caixas x LEFT JOIN caixas_valores v ON v."lojaId" = $1 AND v."caixasId" = x.id
      WHERE x."lojaId" = $1 AND x.id = ANY ($2::bigint[]) GROUP BY x.id) t) s
  WHERE c."lojaId" = $1 AND c.id = s.id`
