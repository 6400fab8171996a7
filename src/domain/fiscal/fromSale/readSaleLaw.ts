import type { Queries, RowOf } from '../../../server/domain.ts'
import type { SaleLaw } from '../core/public.ts'
import { readRegime, readRegimeLaw } from '../regime/readRegime.ts'

interface SaleFacts extends RowOf<'lojas', 'uf'> {
  readonly retido: number
  readonly dia: string
}

/**
 * SQL of the amount that a marketplace kept of a sale, over its row `m` in the store `$1`: what the statement says of the order, else the order itself, else its part of the
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

/** Reads the law of a sale: by its store's regime on its day, and what its marketplace kept. */
export async function readSaleLaw(q: Queries, lojaId: number, movimentoId: number, contrato: boolean): Promise<SaleLaw> {
  const { rows } = await q.query<SaleFacts>(
    `SELECT (${keptByMarketplace('m')})::float8 AS retido, l.uf,
       (coalesce(m.recebido_em, m.aberto_em, now()) AT TIME ZONE coalesce(l.fuso_horario, 'America/Sao_Paulo'))::date::text AS dia
     FROM "Movimentos" m JOIN lojas l ON l."lojaId" = $1 AND l.id = $1
     WHERE m."lojaId" = $1 AND m.id = $2 LIMIT 1`,
    [lojaId, movimentoId],
  )
  const { dia, uf, retido } = rows[0] ?? { dia: new Date().toISOString().slice(0, 10), uf: '', retido: 0 }
  const own = await readRegime(q, lojaId, dia)
  const { classes, tips } = await readRegimeLaw(q, own, { day: dia, uf: uf ?? '', contrato })
  // Of a shop the law takes nothing out of the base: that is the restaurants' own regime.
  return { regime: own.regime, classes, tips, gorjeta: own.gorjeta, retido: own.restaurante ? retido : 0 }
}
