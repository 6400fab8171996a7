import type { ColumnOf, Queries, RowOf } from '../../../server/domain.ts'

/**
 * Writes down what the counted values of these sessions add up to, as the definition computes it when a record is saved: whoever
 * writes values past that gate says so here. A currency that lacks money is not made good by one that has too much. A session that is
 * open, or of which nothing was counted, has no difference: null, and no 0.
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

const [expected, counted, corrected] = ['contabilizado', 'informado', 'corrigido'].map(name => `coalesce(v.valor_${name}, 0)`)

const KEEP = `UPDATE caixas c SET (${totals.join(', ')}) = ROW(s.contabilizado, s.informado, s.corrigido, s.diferenca, s.falta, s.sobra,
    CASE WHEN s.falta > 0 AND s.sobra > 0 THEN '${found.both}' WHEN s.falta > 0 THEN '${found.less}'
      WHEN s.sobra > 0 THEN '${found.more}' WHEN s.falta = 0 THEN '${found.none}' END)
  FROM (
    SELECT x.id, sum(${expected}) FILTER (WHERE v.id > 0) AS contabilizado, sum(${counted}) FILTER (WHERE v.id > 0) AS informado,
      sum(${corrected}) FILTER (WHERE v.id > 0) AS corrigido,
      sum(${corrected} - ${expected}) FILTER (WHERE v.id > 0 AND x.status > 0) AS diferenca,
      sum(greatest(${expected} - ${corrected}, 0)) FILTER (WHERE v.id > 0 AND x.status > 0) AS falta,
      sum(greatest(${corrected} - ${expected}, 0)) FILTER (WHERE v.id > 0 AND x.status > 0) AS sobra
    FROM caixas x LEFT JOIN caixas_valores v ON v."lojaId" = $1 AND v."caixasId" = x.id
    WHERE x."lojaId" = $1 AND x.id = ANY ($2::bigint[]) GROUP BY x.id) s
  WHERE c."lojaId" = $1 AND c.id = s.id`
