import { goodsRowsSql } from './goodsSql.ts'

/** How a statement names the store, the moment, and the products (an array; of all where it is null). */
interface BalanceScope {
  readonly store: string
  readonly moment: string
  readonly products: string
}

const hour = (moment: string): string => `date_trunc('hour', ${moment}, 'UTC')`
const month = (moment: string): string => `date_trunc('month', ${moment}, 'UTC')`

/** The end of a day or an hour is its last millisecond: the hour is whole then, and its bare rows are not asked for. */
export const justAfter = (moment: string): string => `(${moment} + interval '1 millisecond')`

/**
 * Where each balance begins: at the last count up to the moment, with what was counted, or at the first entry, with nothing. What
 * follows counts from `de` (exclusive). What is made of others at that moment has no balance of its own.
 */
const beginnings = ({ store, moment, products }: BalanceScope): string => `
  SELECT coalesce(c."produtoId", i."produtoId") AS "produtoId", coalesce(c.saldo, 0) AS saldo, c.saldo IS NOT NULL AS contado,
    coalesce(c.momento, i.momento - interval '1 microsecond') AS de
  FROM (SELECT DISTINCT ON ("produtoId") "produtoId", saldo, momento FROM estoque.contagens
    WHERE "lojaId" = ${store} AND momento <= ${moment} AND (${products} IS NULL OR "produtoId" = ANY (${products}))
    ORDER BY "produtoId", momento DESC, "origemId" DESC) c
  FULL JOIN (SELECT "produtoId", min(momento) AS momento FROM estoque.lancamentos
    WHERE "lojaId" = ${store} AND momento <= ${moment} AND motivo NOT IN ('venda', 'devolucao') AND (${products} IS NULL OR "produtoId" = ANY (${products}))
    GROUP BY 1) i ON i."produtoId" = c."produtoId"
  WHERE NOT EXISTS (SELECT FROM estoque.expansoes e WHERE e."lojaId" = ${store}
    AND e."produtoId" = coalesce(c."produtoId", i."produtoId") AND e.de <= ${moment} AND e.ate > ${moment})`

/**
 * Movements in whose hours a balance begins or ends: their rows are read one by one. What is compared with rows of a store is worked
 * out beforehand (`cortes`): under row level security an index serves plain comparisons only.
 */
export const cutMovements = ({ store }: Pick<BalanceScope, 'store'>): string => `m."lojaId" = ${store} AND m.id = ANY (ARRAY(
    SELECT v.id FROM cortes h JOIN "Movimentos" v ON v."lojaId" = ${store} AND v.contado_em >= h.hora AND v.contado_em < h.fim
    UNION
    SELECT v.id FROM cortes h JOIN "Movimentos" v ON v."lojaId" = ${store} AND v.deletado_em >= h.hora AND v.deletado_em < h.fim
    UNION
    SELECT v."MovimentosId" FROM cortes h JOIN "Movimentos_produtos" v ON v."lojaId" = ${store} AND v.deletado_em >= h.hora
      AND v.deletado_em < h.fim))`

/**
 * Returns the moves of each product from the beginning of its balance up to the moment: entries, whole months of sales, the whole hours of the months
 * that are cut, and bare rows of the hours that are cut.
 */
const movedSince = (scope: BalanceScope): string => {
  const { store, moment } = scope
  const over = justAfter(moment)
  return `SELECT l."produtoId", l.quantidade AS qtd FROM estoque.lancamentos l JOIN inicios i ON i."produtoId" = l."produtoId"
    WHERE l."lojaId" = ${store} AND l.momento > i.de AND l.momento <= ${moment}
  UNION ALL
  SELECT v."produtoId", v.qtd FROM estoque.vendas_mes v JOIN inicios i ON i."produtoId" = v."produtoId"
    WHERE v."lojaId" = ${store} AND v.mes > i.mes AND v.mes < ${month(over)}
  UNION ALL
  SELECT v."produtoId", v.qtd FROM estoque.vendas_hora v JOIN inicios i ON i."produtoId" = v."produtoId"
    WHERE v."lojaId" = ${store} AND v.hora >= ${month(over)} AND v.hora > i.hora AND v.hora < ${hour(over)}
  UNION ALL
  ${cutMonths(scope)}
  UNION ALL
  SELECT g."produtoId", g.qtd FROM (${goodsRowsSql(cutMovements(scope))}) g JOIN inicios i ON i."produtoId" = g."produtoId"
    WHERE g.momento > i.de AND g.momento <= ${moment} AND ${hour('g.momento')} IN (i.hora, ${hour(over)})`
}

/**
 * Hours of the months in which balances begin. Where all products are asked for, a month's hours are read once, in one piece (`OFFSET 0`
 * keeps the planner from one search for each product); a few products are each looked up.
 */
const cutMonths = ({ store, moment, products }: BalanceScope): string => {
  const hours = `SELECT v."produtoId", v.hora, v.qtd FROM estoque.vendas_hora v
    WHERE v."lojaId" = ${store} AND v.hora >= b.mes AND v.hora < b.fim AND v.hora < ${month(justAfter(moment))}`
  const of = (rows: string): string => `SELECT v."produtoId", v.qtd FROM meses b CROSS JOIN LATERAL (${rows}) v
    JOIN inicios i ON i."produtoId" = v."produtoId" AND i.mes = b.mes WHERE v.hora > i.hora`
  return `${of(`${hours} OFFSET 0`)} AND ${products} IS NULL UNION ALL ${of(hours)} AND ${products} IS NOT NULL`
}

/** A balance a product that is counted at the moment. */
const balances = (scope: BalanceScope): string => `WITH inicios AS MATERIALIZED (
    SELECT b.*, ${hour('b.de')} AS hora, ${month('b.de')} AS mes FROM (${beginnings(scope)}) b),
  cortes AS MATERIALIZED (${hoursOf(`SELECT DISTINCT hora FROM inicios UNION SELECT ${hour(justAfter(scope.moment))}`)}),
  meses AS MATERIALIZED (SELECT DISTINCT mes, date_trunc('month', mes + interval '32 days', 'UTC') AS fim FROM inicios),
  movido AS (SELECT "produtoId", sum(qtd) AS qtd FROM (${movedSince(scope)}) t GROUP BY 1)
  SELECT i."produtoId", i.saldo + coalesce(m.qtd, 0) AS saldo FROM inicios i LEFT JOIN movido m ON m."produtoId" = i."produtoId"`

/** Hours (a query of one column) with their ends. */
export const hoursOf = (hours: string): string => `SELECT h.hora, h.hora + interval '1 hour' AS fim FROM (${hours}) h(hora)`

/** Of the store $1 at the moment $2, of the products $3 or of all where that is null. */
export const balancesSql = balances({ store: '$1::bigint', moment: '$2::timestamptz', products: '$3::bigint[]' })

/**
 * The same as a function, for reports: `FROM estoque.f_saldos(:lojaId, :createdBefore)`. PostgreSQL puts its text into the query.
 */
export const balanceFunction = `CREATE OR REPLACE FUNCTION estoque.f_saldos(loja bigint, ate_em timestamptz)
  RETURNS TABLE ("produtoId" bigint, saldo numeric) LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ ${balances({ store: 'loja', moment: 'ate_em', products: 'NULL::bigint[]' })} $$`
