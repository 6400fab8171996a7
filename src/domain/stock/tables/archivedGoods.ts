import type { ArchivedRows } from '../../../server/domain.ts'
import { goodsByHourSql } from './goodsSql.ts'
import { shareRecipes } from './recipeLock.ts'
import { storeGuards } from './storeGuards.ts'

/** The goods that archived movements had taken out of stock and brought back, by hour: noted batch by batch, so that an hour may stand twice. */
export const archivedGoods = 'arquivados.estoque_hora'

const columns = '"lojaId", "produtoId", hora, motivo, linhas, qtd'

/** It outlives every new declaration of the sums, which cannot be made of rows that are gone. */
export const makeArchivedGoods: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS arquivados',
  `CREATE TABLE IF NOT EXISTS ${archivedGoods} (
    "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, hora timestamptz NOT NULL, motivo smallint NOT NULL, linhas bigint NOT NULL, qtd numeric NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS estoque_hora_loja ON arquivados.estoque_hora ("lojaId")',
  ...storeGuards(archivedGoods),
]

/** Sums by hour of the rows that stand and of those that are archived. `where` is over `m`, and names the store alone. */
export const wholeHoursSql = (
  where: string,
): string => `SELECT "lojaId", "produtoId", hora, motivo, sum(linhas)::bigint AS linhas, sum(qtd) AS qtd
  FROM (${goodsByHourSql(where)} UNION ALL SELECT ${columns} FROM ${archivedGoods} m WHERE ${where}) w
  GROUP BY 1, 2, 3, 4 HAVING sum(linhas) <> 0`

const add = (sign: '' | '-'): string => `INSERT INTO ${archivedGoods} (${columns})
  SELECT "lojaId", "produtoId", hora, motivo, ${sign}linhas, ${sign}qtd
  FROM (${goodsByHourSql('m."lojaId" = $1 AND m.id = ANY ($2::bigint[])')}) s`

/** Hours in which balances begin: at a count, or right before the first entry. Their sales are read one by one, whatever moment is asked for. */
const beginnings = `SELECT date_trunc('hour', c.momento, 'UTC') FROM estoque.contagens c WHERE c."lojaId" = $1
  UNION SELECT date_trunc('hour', min(l.momento) - interval '1 microsecond', 'UTC') FROM estoque.lancamentos l
    WHERE l."lojaId" = $1 AND l.motivo NOT IN ('venda', 'devolucao') GROUP BY l."produtoId"`

const TIDY = `DELETE FROM ${archivedGoods} WHERE "lojaId" = $1 AND ("produtoId", hora, motivo) IN (
  SELECT "produtoId", hora, motivo FROM ${archivedGoods} WHERE "lojaId" = $1 GROUP BY 1, 2, 3 HAVING sum(linhas) = 0 AND sum(qtd) = 0)`

export const archivedGoodsRows: ArchivedRows = {
  register: 'Movimentos',
  stays: ['contado_em', 'deletado_em'].map(moment => `date_trunc('hour', m.${moment}, 'UTC') IN (${beginnings})`),
  hold: shareRecipes,
  remember: [add('')],
  forget: [add('-')],
  tidy: [TIDY],
}
