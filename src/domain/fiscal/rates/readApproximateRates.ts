import type { Queries, RowOf } from '../../../server/domain.ts'
import type { ApproximateRates } from '../core/public.ts'

/** A row of the table with a code of its own. */
type RateRow = ApproximateRates & RowOf<'ibpts', 'codigo'>

/** The code under which the table has what it does not list. */
const unlisted = '00000000'

const columns = `coalesce(nacional, 0)::float8 AS nacional, coalesce(importado, 0)::float8 AS importado,
  coalesce(estadual, 0)::float8 AS estadual, coalesce(municipal, 0)::float8 AS municipal, vigenciafim, chave, versao, fonte`

/**
 * Approximate taxes of these NCM codes in a state: by the IBPT table of the state, a code that it lacks as it says of unlisted ones;
 * where the state has no table, by the rates of the NCM register.
 */
export async function readApproximateRates(
  q: Queries,
  uf: string,
  codes: readonly string[],
): Promise<(ncm: string) => ApproximateRates | undefined> {
  const asked = [...new Set([...codes, unlisted])]
  const { rows } = await q.query<RateRow>(
    `SELECT codigo, ${columns} FROM ibpts WHERE uf = $1 AND codigo = ANY($2) AND coalesce(ex, '') = ''`,
    [uf, asked],
  )
  const found = rows.length > 0 ? rows : await ratesOfRegister(q, asked)
  const byCode = new Map(found.map(row => [row.codigo, row]))
  return ncm => byCode.get(ncm) ?? byCode.get(unlisted)
}

/** Rates of the NCM register: where all are zero, nobody said any. */
async function ratesOfRegister(q: Queries, codes: readonly string[]): Promise<RateRow[]> {
  const { rows } = await q.query<RateRow>(
    `SELECT id AS codigo, ${columns} FROM ncms WHERE id = ANY($1) AND nacional + importado + estadual + municipal > 0`,
    [codes],
  )
  return rows
}
