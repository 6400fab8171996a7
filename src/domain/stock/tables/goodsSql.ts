/**
 * Returns the goods that movements take out of stock and bring back, row by row: the store, the product (its ingredients in place of a composed one),
 * the moment, the reason and the signed quantity. A line goes out when its movement counts, or comes in where that is a return. Once it is deleted,
 * or its movement cancelled, it comes back at that moment; a line deleted before the movement counted never moved. Reasons are the types of
 * movements, and 10 more for goods that come back by a cancellation.
 */
export const goodsRowsSql = (where: string): string => `SELECT m."lojaId", coalesce(e."insumoId", p."produtoId") AS "produtoId",
    w.momento, w.motivo, w.sinal * p.qtd * coalesce(e.quantidade, 1) AS qtd
  FROM "Movimentos" m
  JOIN "Movimentos_produtos" p ON p."lojaId" = m."lojaId" AND p."MovimentosId" = m.id
  LEFT JOIN estoque.expansoes e ON e."lojaId" = m."lojaId" AND e."produtoId" = p."produtoId" AND m.contado_em >= e.de AND m.contado_em < e.ate
  CROSS JOIN LATERAL (VALUES
    (m.contado_em, m."tipoMovimentoId"::smallint, CASE WHEN m."tipoMovimentoId" = 2 THEN 1 ELSE -1 END),
    (least(p.deletado_em, m.deletado_em), (m."tipoMovimentoId" + 10)::smallint, CASE WHEN m."tipoMovimentoId" = 2 THEN -1 ELSE 1 END)
  ) w(momento, motivo, sinal)
  WHERE m."tipoMovimentoId" IN (1, 2, 4, 5, 6) AND m.contado_em IS NOT NULL AND p."produtoId" IS NOT NULL AND p.qtd IS NOT NULL
    AND w.momento IS NOT NULL AND least(p.deletado_em, m.deletado_em, 'infinity') > m.contado_em AND ${where}`

/** Sums of those rows by product, hour and reason. Hours are those of UTC: no change of a store's clock moves them. */
export const goodsByHourSql = (
  where: string,
): string => `SELECT "lojaId", "produtoId", date_trunc('hour', momento, 'UTC') AS hora, motivo,
    count(*) AS linhas, sum(qtd) AS qtd FROM (${goodsRowsSql(where)}) g GROUP BY 1, 2, 3, 4`

/** Sums by hour (a query) made sums by month. */
export const goodsByMonthSql = (
  hours: string,
): string => `SELECT "lojaId", "produtoId", date_trunc('month', hora, 'UTC') AS mes, motivo,
    sum(linhas)::bigint AS linhas, sum(qtd) AS qtd FROM ${hours} h GROUP BY 1, 2, 3, 4`

const add = (
  table: string,
  moment: string,
  sums: string,
): string => `INSERT INTO ${table} AS r ("lojaId", "produtoId", ${moment}, motivo, linhas, qtd)
  SELECT "lojaId", "produtoId", ${moment}, motivo, linhas, qtd FROM (${sums}) s ORDER BY "lojaId", ${moment}, "produtoId", motivo
  ON CONFLICT ("lojaId", ${moment}, "produtoId", motivo) DO UPDATE SET linhas = r.linhas + excluded.linhas, qtd = r.qtd + excluded.qtd`

/** Adds sums by hour (a query) to both tables, in one order in every transaction: two that touch the same rows wait in line. */
export const addGoodsSql = (hours: string): string => `WITH mais AS MATERIALIZED (${hours}),
  horas AS (${add('estoque.vendas_hora', 'hora', 'SELECT * FROM mais')})
  ${add('estoque.vendas_mes', 'mes', goodsByMonthSql('mais'))}`
