import type { Queries } from '../../../server/domain.ts'
import { addGoodsSql, goodsByHourSql } from '../tables/goodsSql.ts'
import { shareRecipes } from '../tables/recipeLock.ts'

const some = 'm."lojaId" = $1 AND m.id = ANY ($2::bigint[])'

const READ = `SELECT json_agg(s)::text AS sums FROM (${goodsByHourSql(some)}) s`
const ADD = addGoodsSql(goodsByHourSql(some))
const CHANGE = addGoodsSql(`SELECT "lojaId", "produtoId", hora, motivo, sum(linhas)::bigint AS linhas, sum(qtd) AS qtd FROM (
    ${goodsByHourSql(some)}
    UNION ALL SELECT "lojaId", "produtoId", hora, motivo, -linhas, -qtd FROM json_populate_recordset(NULL::estoque.vendas_hora, $3::json)) b
  GROUP BY 1, 2, 3, 4 HAVING sum(linhas) <> 0 OR sum(qtd) <> 0`)

const clear = (table: string, moment: string): string => `DELETE FROM ${table} r WHERE r."lojaId" = $1 AND r.linhas = 0
  AND (r.${moment}, r."produtoId", r.motivo) IN (SELECT date_trunc('${moment === 'mes' ? 'month' : 'hour'}', o.hora, 'UTC'), o."produtoId", o.motivo
    FROM json_populate_recordset(NULL::estoque.vendas_hora, $2::json) o)`
const CLEAR = [clear('estoque.vendas_mes', 'mes'), clear('estoque.vendas_hora', 'hora')]

/** The change of stock when movements change, in two steps around that. */
export interface GoodsChange {
  /** To be called once the rows are written: the sums follow by what became different. */
  finish(made: readonly number[]): Promise<void>
}

/**
 * Begins a change of movements (by key, of one store), in the transaction at hand: what they take out of stock now is remembered, and
 * `finish` sets the sums right. Whoever changes sales does so inside `changeSales`, which calls this.
 */
export async function changeGoods(q: Queries, lojaId: number, ids: readonly number[]): Promise<GoodsChange> {
  await shareRecipes(q, lojaId)
  const before = ids.length === 0 ? '[]' : await goodsOf(q, lojaId, ids)
  return { finish: made => writeGoods(q, lojaId, [...ids, ...made], before) }
}

/** Returns the goods that movements take out of stock now, as JSON that PostgreSQL wrote: no digit is lost on the way. */
export async function goodsOf(q: Queries, lojaId: number, ids: readonly number[]): Promise<string> {
  const { rows } = await q.query<{ sums: string | null }>(READ, [lojaId, ids])
  return rows[0]?.sums ?? '[]'
}

/** Adds what the movements take out now, less what they took out before. */
export async function writeGoods(q: Queries, lojaId: number, ids: readonly number[], before: string): Promise<void> {
  if (ids.length === 0) return
  if (before === '[]') await q.query(ADD, [lojaId, ids])
  else {
    await q.query(CHANGE, [lojaId, ids, before])
    for (const statement of CLEAR) await q.query(statement, [lojaId, before])
  }
}
