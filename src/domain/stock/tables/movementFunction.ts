import { cutMovements, hoursOf, justAfter } from './balanceSql.ts'
import { goodsRowsSql } from './goodsSql.ts'

const names = (column: string, texts: Readonly<Record<string, string>>): string =>
  `CASE ${column} ${Object.entries(texts)
    .map(([value, text]) => `WHEN '${value}' THEN '${text}'`)
    .join(' ')} END`

/** Reasons of documents, and of sales by their types (10 more for what a cancellation brings back), as people read them. */
const entryNames = names('l.motivo', {
  compra: 'Compra',
  nota: 'Nota de entrada',
  venda: 'Pedido de venda',
  devolucao: 'Nota de devolução',
})
const saleNames = names('v.motivo::text', {
  1: 'Vendas',
  2: 'Devoluções',
  4: 'Consumo',
  5: 'Perdas',
  6: 'Extravios',
  11: 'Vendas canceladas',
  12: 'Devoluções canceladas',
  14: 'Consumo cancelado',
  15: 'Perdas canceladas',
  16: 'Extravios cancelados',
})

const hour = (moment: string): string => `date_trunc('hour', ${moment}, 'UTC')`

/** How many counts lie before a moment: between two counts balances run on. */
const stretch = (moment: string): string => `(SELECT count(*) FROM contagens c WHERE c.momento < ${moment})`

/**
 * The moves of one product since its stock is counted, up to a moment, with the balance after each: documents and counts one by one, sales as one a
 * day of the zone and kind. A count sets the balance; its quantity is the change. The balance after the last is that of `estoque.f_saldos`.
 */
export const movementFunction = `CREATE OR REPLACE FUNCTION estoque.f_movimentacao(loja bigint, produto bigint, ate_em timestamptz, fuso text)
  RETURNS TABLE (lugar bigint, data timestamptz, "desc" text, qtd numeric, saldo numeric) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH contagens AS MATERIALIZED (
    SELECT momento, saldo, row_number() OVER (ORDER BY momento, "origemId") AS trecho FROM estoque.contagens
    WHERE "lojaId" = loja AND "produtoId" = produto AND momento <= ate_em),
  lancamentos AS MATERIALIZED (
    SELECT momento, quantidade, motivo FROM estoque.lancamentos WHERE "lojaId" = loja AND "produtoId" = produto AND momento <= ate_em),
  inicio AS MATERIALIZED (
    SELECT min(momento) AS de FROM (SELECT momento FROM contagens
      UNION ALL SELECT momento - interval '1 microsecond' FROM lancamentos WHERE motivo NOT IN ('venda', 'devolucao')) i),
  cortes AS MATERIALIZED (${hoursOf(`SELECT ${hour('de')} FROM inicio UNION SELECT ${hour(justAfter('ate_em'))} UNION SELECT ${hour('momento')} FROM contagens`)}),
  vendas AS (
    SELECT hora AS momento, motivo, qtd FROM estoque.vendas_hora, inicio
    WHERE "lojaId" = loja AND "produtoId" = produto AND hora > de AND hora < ate_em AND hora NOT IN (SELECT hora FROM cortes)
    UNION ALL
    SELECT g.momento, g.motivo, g.qtd FROM (${goodsRowsSql(cutMovements({ store: 'loja' }))}) g, inicio
    WHERE g."produtoId" = produto AND g.momento > de AND g.momento <= ate_em AND ${hour('g.momento')} IN (SELECT hora FROM cortes)),
  linhas AS (
    SELECT ${stretch('l.momento')} AS trecho, l.momento AS data, ${entryNames} AS descricao, l.quantidade AS qtd
    FROM lancamentos l, inicio WHERE l.momento > de
    UNION ALL
    SELECT v.trecho, max(v.momento), ${saleNames}, sum(v.qtd)
    FROM (SELECT ${stretch('s.momento')} AS trecho, s.* FROM vendas s) v
    GROUP BY v.trecho, (v.momento AT TIME ZONE fuso)::date, v.motivo HAVING sum(v.qtd) <> 0
    UNION ALL
    SELECT trecho, momento, NULL, saldo FROM contagens),
  corridas AS (
    SELECT data, descricao, qtd, sum(qtd) OVER (PARTITION BY trecho ORDER BY descricao IS NOT NULL, data, descricao) AS saldo,
      row_number() OVER (ORDER BY trecho, descricao IS NOT NULL, data, descricao) AS lugar FROM linhas)
  SELECT lugar, data, coalesce(descricao, 'Inventário'),
    CASE WHEN descricao IS NULL THEN saldo - coalesce(lag(saldo) OVER (ORDER BY lugar), 0) ELSE qtd END, saldo
  FROM corridas $$`
