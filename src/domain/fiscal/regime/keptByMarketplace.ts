/**
 * Tells what a marketplace kept of a sale, as SQL over its row `m` in the store `$1`: what the statement says of the order, else the order itself, else its part of the
 * statement's day, else the share that the store's record of the marketplace tells.
 *
 * A day's entry is for all of the day: what orders say for themselves comes off it, the rest is spread by value over the others. Sums up to each sale are
 * rounded, so that all parts together are the rest to the cent.
 */
export const keptByMarketplace = (m: string): string => `CASE WHEN ${m}.canal_venda IN ('LOJA', 'PALLAS') THEN 0 ELSE coalesce(
  (SELECT x.valor FROM "Intermediador_extratos" x WHERE x."lojaId" = $1 AND x.por = 'PEDIDO' AND x."movimentoId" = ${m}.id),
  ${m}.total_retido,
  (SELECT round(r.resto * r.ate / r.todos, 2) - round(r.resto * (r.ate - r.vale) / r.todos, 2)
   FROM (SELECT d.id, d.vale, d.ate, d.todos, greatest(d.valor - d.ditos, 0) AS resto
     FROM (SELECT v.id, v.vale, v.valor, v.dito, sum(v.vale) FILTER (WHERE v.dito IS NULL) OVER (ORDER BY v.id) AS ate,
         sum(v.vale) FILTER (WHERE v.dito IS NULL) OVER () AS todos, coalesce(sum(v.dito) OVER (), 0) AS ditos
       FROM (SELECT s.id, s.total_bruto - s.total_desconto AS vale, e.valor, coalesce(o.valor, s.total_retido) AS dito
         FROM lojas l
         CROSS JOIN LATERAL (SELECT coalesce(l.fuso_horario, 'America/Sao_Paulo') AS zona) z
         JOIN "Intermediador_extratos" e ON e."lojaId" = $1 AND e.por = 'DIA' AND e.canal_venda = ${m}.canal_venda
           AND e.dia = (${m}.contado_em AT TIME ZONE z.zona)::date
         JOIN "Movimentos" s ON s."lojaId" = $1 AND s.canal_venda = ${m}.canal_venda AND s."tipoMovimentoId" = 1 AND s.deletado_em IS NULL
           AND s.contado_em >= e.dia::timestamp AT TIME ZONE z.zona AND s.contado_em < (e.dia + 1)::timestamp AT TIME ZONE z.zona
         LEFT JOIN "Intermediador_extratos" o ON o."lojaId" = $1 AND o.por = 'PEDIDO' AND o."movimentoId" = s.id
         WHERE l."lojaId" = $1 AND l.id = $1) v) d
     WHERE d.dito IS NULL AND d.todos > 0) r WHERE r.id = ${m}.id),
  (SELECT round((${m}.total_bruto - ${m}.total_desconto) * i.retencao / 100, 2) FROM intermediadores i
   WHERE i."lojaId" = $1 AND i.canal_venda = ${m}.canal_venda),
  0) END`
