-- statement: totals
WITH mes AS (
  SELECT date_trunc('month', :dia::timestamp)::date AS primeiro, (date_trunc('month', :dia::timestamp) + interval '1 month - 1 day')::date AS ultimo
), vendas AS (
  SELECT (v.hora AT TIME ZONE :tz)::date AS dia, sum(v.valor_final) AS valor
  FROM resumos.f_vendas(:lojaId, (:dia - 56)::timestamp AT TIME ZONE :tz, (:dia + 1)::timestamp AT TIME ZONE :tz - interval '1 millisecond') v
  WHERE v.tipo_mov = 1 GROUP BY 1
), costume AS (
  SELECT dow, (lista[(n + 1) / 2] + lista[n / 2 + 1]) / 2 AS valor
  FROM (
    SELECT extract(dow FROM dia) AS dow, array_agg(valor ORDER BY valor) AS lista, count(*)::int AS n FROM vendas WHERE dia < :dia GROUP BY 1
  ) s
), resto AS (
  SELECT sum(c.valor) AS valor FROM mes CROSS JOIN LATERAL generate_series((:dia + 1)::timestamp, mes.ultimo, interval '1 day') d
    JOIN costume c ON c.dow = extract(dow FROM d)
), hoje AS (
  SELECT greatest((SELECT valor FROM costume WHERE dow = extract(dow FROM :dia)), (SELECT valor FROM vendas WHERE dia = :dia)) AS valor
), vendido AS (
  SELECT coalesce(sum(v.valor) FILTER (WHERE v.dia >= mes.primeiro), 0) AS valor, coalesce(sum(v.valor) FILTER (WHERE v.dia >= mes.primeiro AND v.dia < :dia), 0) AS antes
  FROM mes LEFT JOIN vendas v ON true
)
SELECT v.valor AS vendido, CASE WHEN EXISTS (SELECT FROM costume) THEN v.antes + coalesce(h.valor, 0) + coalesce(r.valor, 0) END AS previsto,
  (SELECT m.meta_mes FROM "Loja_metas" m WHERE m."lojaId" = :lojaId AND m.vigencia_inicio <= (SELECT ultimo FROM mes) AND m.meta_mes > 0
   ORDER BY m.vigencia_inicio DESC LIMIT 1) AS meta
FROM vendido v CROSS JOIN resto r CROSS JOIN hoje h
