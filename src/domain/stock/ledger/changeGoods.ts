import { asSums, type FollowingSums, type Queries, readSums, settleSums } from '../../../server/domain.ts'
import { addGoodsSql, goodsByHourSql } from '../tables/goodsSql.ts'
import { shareRecipes } from '../tables/recipeLock.ts'

const some = 'm."lojaId" = $1 AND m.id = ANY ($2::bigint[])'

const clear = (table: string, moment: string): string => `DELETE FROM ${table} r WHERE r."lojaId" = $1 AND r.linhas = 0
  AND (r.${moment}, r."produtoId", r.motivo) IN (SELECT date_trunc('${moment === 'mes' ? 'month' : 'hour'}', o.hora, 'UTC'), o."produtoId", o.motivo
    FROM json_populate_recordset(NULL::estoque.vendas_hora, $2::json) o)`

const goods: FollowingSums = {
  read: asSums(goodsByHourSql(some)),
  add: addGoodsSql(goodsByHourSql(some)),
  change: addGoodsSql(`SELECT "lojaId", "produtoId", hora, motivo, sum(linhas)::bigint AS linhas, sum(qtd) AS qtd FROM (
    ${goodsByHourSql(some)}
    UNION ALL SELECT "lojaId", "produtoId", hora, motivo, -linhas, -qtd FROM json_populate_recordset(NULL::estoque.vendas_hora, $3::json)) b
  GROUP BY 1, 2, 3, 4 HAVING sum(linhas) <> 0 OR sum(qtd) <> 0`),
  clear: [clear('estoque.vendas_mes', 'mes'), clear('estoque.vendas_hora', 'hora')],
}

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

/** Returns the goods that movements take out of stock now. */
export const goodsOf = (q: Queries, lojaId: number, ids: readonly number[]): Promise<string> =>
  readSums(q, goods.read, [lojaId, ids])

/** Adds what the movements take out now, less what they took out before. */
export async function writeGoods(q: Queries, lojaId: number, ids: readonly number[], before: string): Promise<void> {
  if (ids.length > 0) await settleSums(q, goods, { lojaId, ids }, before)
}
