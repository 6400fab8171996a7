import { lockRows, type Queries, type RowOf } from '../../../server/domain.ts'
import type { Sale } from './sale.ts'

/**
 * Gives sales that name the session of their equipment by its number the session's key, where it is there. The equipment is held until
 * the transaction ends, so that a session that arrives at this moment sees these sales, or they see it.
 */
export async function findSessions(q: Queries, lojaId: number, sales: readonly Sale[]): Promise<void> {
  const named = sales.filter(({ abertura, caixaId }) => abertura !== null && caixaId === null)
  if (named.length === 0) return
  const equipment = named.map(sale => sale.equipamentoId)
  await lockRows(q, 'equipamentos', lojaId, [...new Set(equipment)], 'SHARE')
  const { rows } = await q.query<RowOf<'caixas', 'id' | 'equipamentoId' | 'abertura'>>(
    `SELECT id, "equipamentoId", abertura FROM caixas
     WHERE "lojaId" = $1 AND ("equipamentoId", abertura) IN (SELECT * FROM unnest($2::bigint[], $3::bigint[]))`,
    [lojaId, equipment, named.map(({ abertura }) => abertura)],
  )
  const found = new Map(rows.map(row => [`${row.equipamentoId} ${row.abertura}`, Number(row.id)]))
  for (const sale of named) sale.caixaId = found.get(`${sale.equipamentoId} ${sale.abertura}`) ?? null
}

/** The sessions in which movements stand. */
export async function sessionsOf(q: Queries, lojaId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await q.query<{ id: string }>(
    'SELECT DISTINCT "caixaId" AS id FROM "Movimentos" WHERE "lojaId" = $1 AND id = ANY ($2::bigint[]) AND "caixaId" IS NOT NULL',
    [lojaId, ids],
  )
  return rows.map(({ id }) => Number(id))
}

/** Writes down whether all sales of these sessions have arrived; gives those for which that is news. */
export async function refreshSync(q: Queries, lojaId: number, sessions: readonly number[]): Promise<number[]> {
  if (sessions.length === 0) return []
  const { rows } = await q.query<RowOf<'caixas', 'id'>>(REFRESH, [lojaId, [...new Set(sessions)]])
  return rows.map(({ id }) => Number(id))
}

const REFRESH = `UPDATE caixas c SET sincronizacao = s.state FROM (
    SELECT x.id, CASE WHEN x."ultimoMovimentoId" > 0 AND NOT EXISTS (SELECT FROM "Movimentos" m
      WHERE m."lojaId" = $1 AND m."caixaId" = x.id AND m.mov = x.ultimo_mov) THEN 'PENDENTE' ELSE 'COMPLETO' END AS state
    FROM caixas x WHERE x."lojaId" = $1 AND x.id = ANY ($2::bigint[])) s
  WHERE c."lojaId" = $1 AND c.id = s.id AND c.sincronizacao IS DISTINCT FROM s.state RETURNING c.id`
